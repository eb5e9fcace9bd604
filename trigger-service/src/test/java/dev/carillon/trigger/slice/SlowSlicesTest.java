package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Planning and committing take time, and there is much to look at. */
class SlowSlicesTest {
    private static final int MANY = 1_000;

    private final SimulatedCluster cluster = new SimulatedCluster();

    /** Each fires once an hour, twenty a minute. */
    private void defineMany() {
        cluster.settle();
        for (int i = 0; i < MANY; i++) {
            String cron = "'cron':'" + i % 60 + " " + i / 60 % 60 + " * * * *'";
            cluster.define(TestSchedules.of("t" + i, cron + ",'missed':{'policy':'none'}"));
        }
        cluster.run(Duration.ofSeconds(2));
    }

    @Test
    void gapsEndAlthoughEachOfThemTakesLongerThanASecond() {
        defineMany();
        // 1,000 schedules take ten seconds and more to look at.
        cluster.decidingTakes = Duration.ofMillis(10);
        cluster.committingTakes = Duration.ofMillis(5);
        cluster.clock.advance(Duration.ofMinutes(20));
        int gaps = 0;
        boolean caughtUp = false;
        Instant end = cluster.clock.instant().plus(Duration.ofMinutes(5));
        while (!caughtUp && cluster.clock.instant().isBefore(end)) {
            gaps += endsGap() ? 1 : 0;
            caughtUp = behind().compareTo(Duration.ofSeconds(3)) < 0;
        }

        assertThat(caughtUp).as("caught up after " + gaps + " gaps").isTrue();
        assertThat(gaps).isBetween(1, 3);
        long before = partsOfGaps();
        cluster.run(Duration.ofMinutes(1));
        assertThat(partsOfGaps()).as("after that").isEqualTo(before);
    }

    @Test
    void whatTheLeaderMissedWhileItStoodStillIsAGapAlsoAfterASlowOne() {
        defineMany();
        cluster.decidingTakes = Duration.ofMillis(10);
        cluster.clock.advance(Duration.ofMinutes(20));
        for (boolean ended = false; !ended; ) {
            ended = endsGap() && behind().compareTo(Duration.ofSeconds(75)) < 0;
        }

        cluster.clock.advance(Duration.ofMinutes(10));

        assertThat(cluster.plan(5_000).orElseThrow().watermark().gap()).isNotNull();
    }

    @Test
    void anInputIsAppliedBetweenTwoGaps() {
        defineMany();
        cluster.decidingTakes = Duration.ofMillis(10);
        cluster.clock.advance(Duration.ofHours(3));
        cluster.define(TestSchedules.of("new", "'every':'1h'"));
        cluster.inputsHaveWaited = Duration.ofSeconds(2);
        int gaps = 0;
        while (cluster.leader().state("new") == null) {
            gaps += endsGap() ? 1 : 0;
        }

        assertThat(gaps).isEqualTo(1);
    }

    @Test
    void timeEndsASliceAlsoWhereNothingIsPublished() {
        cluster.settle();
        for (int i = 0; i < 1_000; i++) {
            String key = "task" + i + ":2026-11-18T06:00:00.500Z";
            cluster.command(Command.of(CommandKind.CANCEL, key, cluster.clock.instant(), null));
        }
        cluster.decidingTakes = Duration.ofMillis(1);
        cluster.clock.advance(Duration.ofSeconds(1));

        SlicePlan plan = cluster.plan(5_000).orElseThrow();
        while (plan.inputs() == 0) {
            cluster.leader().apply(cluster.commit(plan));
            plan = cluster.plan(5_000).orElseThrow();
        }

        assertThat(plan.outputs()).isEmpty();
        assertThat(plan.inputs()).isBetween(1, 51);
    }

    /** Commits the next slice and tells whether a gap of several slices ends with it. */
    private boolean endsGap() {
        boolean within = Objects.requireNonNull(cluster.leader().watermark()).gap() != null;
        Optional<SlicePlan> plan = cluster.plan(5_000);
        plan.ifPresent(made -> cluster.leader().apply(cluster.commit(made)));
        return within && plan.isPresent() && plan.get().watermark().gap() == null;
    }

    private long partsOfGaps() {
        return cluster.committed.stream()
                .filter(plan -> plan.watermark().gap() != null)
                .count();
    }

    private Duration behind() {
        Watermark watermark = Objects.requireNonNull(cluster.leader().watermark());
        return Duration.between(watermark.reached().due(), cluster.clock.instant());
    }
}
