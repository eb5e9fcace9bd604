package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.trigger.LostTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lost times in slices when clocks jump over a time that a schedule names. */
class LostTimesTest {
    private final SimulatedCluster cluster = new SimulatedCluster();

    private List<LostTime> lost() {
        return cluster.committed.stream()
                .flatMap(plan -> plan.slice().lost().stream())
                .toList();
    }

    private void define() {
        cluster.clock.set(Instant.parse("2026-03-29T00:58:00Z"));
        cluster.settle();
        String berlin = "'zone':'Europe/Berlin'";
        cluster.define(TestSchedules.of("a", "'cron':'*/30 30 2 * * *','gap':'skip'," + berlin));
        cluster.define(TestSchedules.of("b", "'cron':'*/30 30 2 * * *','gap':'skip','jitter':'5s'," + berlin));
        cluster.define(TestSchedules.of("after", "'cron':'0 30 2 * * *'," + berlin));
        cluster.define(TestSchedules.of("later", "'cron':'0 30 3 * * *','gap':'skip'," + berlin));
        cluster.define(TestSchedules.of("elapsed", "'cron':'0 30 * * * *','gap':'skip'," + berlin));
        cluster.define(TestSchedules.of("utc", "'cron':'0 30 2 * * *','gap':'skip','zone':'UTC'"));
        cluster.define(TestSchedules.of("paused", "'cron':'0 30 2 * * *','gap':'skip','enabled':false," + berlin));
        cluster.settle();
    }

    @Test
    void theSliceThatPassesTheChangeListsTheSchedulesWithoutATick() {
        define();
        cluster.run(Duration.ofMinutes(1));
        assertThat(lost()).isEmpty();
        cluster.coldTakeover();
        cluster.run(Duration.ofMinutes(2));
        cluster.warmTakeover();
        cluster.run(Duration.ofMinutes(2));

        assertThat(lost())
                .containsExactly(new LostTime("a", "2026-03-29T02:30"), new LostTime("b", "2026-03-29T02:30"));
        assertThat(cluster.committed)
                .filteredOn(plan -> !plan.slice().lost().isEmpty())
                .singleElement()
                .satisfies(plan -> {
                    assertThat(plan.publishes()).isTrue();
                    assertThat(plan.slice().before().due()).isBefore("2026-03-29T01:00:00Z");
                    assertThat(plan.slice().after().due()).isAfterOrEqualTo("2026-03-29T01:00:00Z");
                });
    }

    @Test
    void aGapListsThemWhenItEnds() {
        define();
        cluster.clock.advance(Duration.ofHours(3));
        cluster.coldTakeover();
        cluster.settle();

        assertThat(lost()).extracting(LostTime::taskId).containsExactly("a", "b");
    }

    @Test
    void oneEventListsNoMoreThanItHolds() {
        cluster.clock.set(Instant.parse("2026-03-29T00:59:00Z"));
        cluster.settle();
        for (int i = 0; i < LostTime.MOST + 20; i++) {
            cluster.define(TestSchedules.of("t" + i, "'cron':'0 30 2 * * *','gap':'skip','zone':'Europe/Berlin'"));
        }
        cluster.run(Duration.ofMinutes(2));

        assertThat(lost()).hasSize(LostTime.MOST);
    }
}
