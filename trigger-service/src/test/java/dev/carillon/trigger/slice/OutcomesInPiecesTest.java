package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One outcome can concern thousands of schedules and a thousand instants of each. */
class OutcomesInPiecesTest {
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:02Z");

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void parent() {
        cluster.settle();
        cluster.define(TestSchedules.of("a", "'every':'1s'"));
        cluster.settle();
    }

    private void children(int count, String fields) {
        IntStream.range(0, count).forEach(i -> cluster.define(TestSchedules.of("k" + i, fields)));
        cluster.settle();
        cluster.run(Duration.ofSeconds(1));
    }

    /** Its ticks of these seconds were skipped as one range. */
    private void skips(int seconds) {
        cluster.define(TestSchedules.of("a", "'every':'1s','enabled':false"));
        cluster.settle();
        cluster.clock.advance(Duration.ofSeconds(seconds + 2));
        cluster.settle();
        cluster.end(
                "a:" + FIRST,
                OutcomeStatus.SKIPPED,
                new SkippedRange(SkipReason.PAUSED, FIRST, FIRST.plusSeconds(seconds - 1), seconds));
    }

    private ScheduleState state(String taskId) {
        return Objects.requireNonNull(cluster.leader().state(taskId));
    }

    @Test
    void goesOnWhereTheSliceBeforeWasFullUnderAnyLeader() {
        children(5, "'dependsOn':['a'],'dependsOnEnd':'ended'");
        skips(30);
        int before = cluster.committed.size();
        int slices = 0;
        for (Optional<SlicePlan> plan = cluster.plan(7); plan.isPresent(); plan = cluster.plan(7)) {
            assertThat(plan.get().outputs()).hasSizeLessThanOrEqualTo(8);
            if (slices % 3 != 1) {
                cluster.leader().apply(cluster.commit(plan.get()));
            } else {
                cluster.commit(plan.get());
                cluster.coldTakeover();
            }
            slices++;
        }
        assertThat(cluster.committed.size() - before).isGreaterThan(15);
        List<String> each = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            each.add("@" + FIRST.plusSeconds(i).toString().substring(11, 19));
        }
        for (int child = 0; child < 5; child++) {
            String taskId = "k" + child;
            assertThat(published.of(taskId))
                    .containsExactlyElementsOf(
                            each.stream().map(time -> taskId + time).toList());
        }
    }

    @Test
    void laterInputsWaitForItsEndAndTicksDoNot() {
        children(2, "'dependsOn':['a'],'dependsOnEnd':'ended'");
        cluster.define(TestSchedules.of("t", "'every':'1s'"));
        cluster.settle();
        skips(30);
        cluster.leader().apply(cluster.commit(cluster.plan(5).orElseThrow()));
        cluster.define("k1", null);
        cluster.leader().apply(cluster.commit(cluster.plan(5).orElseThrow()));
        assertThat(state("k1").deleted()).isNull();
        cluster.clock.advance(Duration.ofSeconds(1));
        int ticks = published.of("t").size();
        cluster.leader().apply(cluster.commit(cluster.plan(5).orElseThrow()));
        assertThat(published.of("t")).hasSize(ticks + 1);
        cluster.settle();
        assertThat(published.of("k0")).hasSize(30);
        assertThat(published.of("k1")).hasSize(30);
        assertThat(state("k1").deleted()).isNotNull();
    }

    @Test
    void noSliceHoldsMoreThanItMay() {
        children(200, "'dependsOn':['a'],'dependsOnEnd':'ended'");
        skips(1_000);
        int before = cluster.committed.size();
        cluster.settle();
        List<SlicePlan> slices = cluster.committed.subList(before, cluster.committed.size());
        assertThat(slices).allSatisfy(plan -> assertThat(plan.outputs()).hasSizeLessThanOrEqualTo(5_001));
        assertThat(slices.stream().mapToInt(plan -> plan.outputs().size()).sum())
                .isGreaterThanOrEqualTo(200_000);
    }

    @Test
    void skipsInARowAreOneRecord() {
        children(3, "'dependsOn':['a']");
        skips(1_000);
        cluster.settle();
        assertThat(published.of("k2")).containsExactly("k2 skips 06:00:02-06:16:41 (1000) DEPENDENCY");
    }

    @Test
    void skipsOfOneThatOthersDependOnArePublishedOneByOne() {
        children(1, "'dependsOn':['a']");
        cluster.define(TestSchedules.of("grandchild", "'dependsOn':['k0']"));
        cluster.settle();
        skips(3);
        cluster.settle();
        assertThat(published.of("k0"))
                .containsExactly(
                        "k0 skips 06:00:02 DEPENDENCY", "k0 skips 06:00:03 DEPENDENCY", "k0 skips 06:00:04 DEPENDENCY");
    }

    @Test
    void instantsWithinARangeOfAnEarlierTimingAreNotGuessed() {
        children(1, "'dependsOn':['a'],'dependsOnEnd':'ended'");
        cluster.define(TestSchedules.of("a", "'every':'2s'"));
        cluster.settle();
        cluster.run(Duration.ofSeconds(9));
        Instant first = Instant.parse("2026-11-18T06:00:04Z");
        cluster.end(
                "a:" + first,
                OutcomeStatus.SKIPPED,
                new SkippedRange(SkipReason.PAUSED, first, first.plusSeconds(4), 5));
        cluster.settle();
        assertThat(published.of("k0")).containsExactly("k0@06:00:04", "k0@06:00:08");
    }
}
