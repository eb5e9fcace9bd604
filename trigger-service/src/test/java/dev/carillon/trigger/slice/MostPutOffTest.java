package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.timing.cron.PutOffLimit;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many ticks of one schedule may be put off at a time. */
class MostPutOffTest {
    private final SimulatedCluster cluster = new SimulatedCluster();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'every':'1s','jitter':'100s'",
                "'every':'1s','jitter':'1h'",
                "'every':'30s','jitter':'1h'",
                "'cron':'* * * * * *','jitter':'2m'",
                "'cron':'* * 3 1 1 *','zone':'Europe/Berlin','jitter':'10m'"
            })
    void moreThanAHundredAreRefusedAndTheLastGoodDefinitionGoesOn(String when) {
        cluster.settle();
        cluster.define(TestSchedules.of("report", "'every':'1h'"));
        cluster.run(Duration.ofSeconds(1));
        cluster.define(TestSchedules.of("report", when));
        cluster.run(Duration.ofSeconds(1));

        ScheduleState state = Objects.requireNonNull(cluster.leader().state("report"));
        assertThat(Objects.requireNonNull(state.broken()).code()).isEqualTo(ErrorCode.OUT_OF_RANGE.name());
        assertThat(Objects.requireNonNull(state.broken()).message()).contains("jitter", "at most 100");
        assertThat(state.fires()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'every':'1s','jitter':'99s'",
                "'every':'1m','jitter':'1h'",
                "'cron':'* * * * *','jitter':'1h'",
                "'at':'2026-11-18T07:00:00Z','jitter':'1h'"
            })
    void aHundredAreNot(String when) {
        cluster.settle();
        cluster.define(TestSchedules.of("report", when));
        cluster.run(Duration.ofSeconds(1));

        assertThat(Objects.requireNonNull(cluster.leader().state("report")).broken())
                .isNull();
    }

    @Test
    void aGapOfTheMostJitteredScheduleMakesFewRecords() {
        cluster.settle();
        cluster.define(TestSchedules.of("report", "'every':'1s','jitter':'99s','missed':{'policy':'none'}"));
        cluster.run(Duration.ofSeconds(3));
        int before = cluster.committed.size();
        cluster.clock.advance(Duration.ofHours(2));
        cluster.leader().apply(cluster.commit(cluster.plan(1).orElseThrow()));

        // At each end of the gap the jitter decides on which side of it each tick lies.
        assertThat(cluster.committed.get(before).outputs()).hasSizeBetween(2, 2 * PutOffLimit.MOST);
    }
}
