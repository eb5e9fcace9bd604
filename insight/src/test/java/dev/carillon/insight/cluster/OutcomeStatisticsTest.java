package dev.carillon.insight.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultBuilder;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rates and times of ended executions. */
final class OutcomeStatisticsTest {
    private static final Instant AT = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecutionKey TICK = ExecutionKey.parse("report:2026-11-18T06:00:00Z");

    private final OutcomeStatistics statistics = new OutcomeStatistics();

    private static OutcomeBuilder outcome(OutcomeStatus status, int attempts) {
        return OutcomeBuilder.builder()
                .key(TICK)
                .status(status)
                .attempts(attempts)
                .decidedAt(AT)
                .rest(Map.of());
    }

    private static Outcome timed(ExecutionKey key, int attempts, Duration late, Duration took) {
        Result last = ResultBuilder.builder()
                .key(key)
                .attempt(attempts)
                .status(ResultStatus.SUCCEEDED)
                .times(new AttemptTimes(AT, AT.plus(late), AT.plus(late).plus(took)))
                .rest(Map.of())
                .build();
        return outcome(OutcomeStatus.SUCCEEDED, attempts).key(key).last(last).build();
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    @Test
    void withoutOutcomesThereIsNoRate() {
        assertThat(statistics.successRate()).isNaN();
        assertThat(statistics.retryRate()).isNaN();
        assertThat(statistics.perSecond(Duration.ofMinutes(1))).isZero();
        assertThat(statistics.perSecond(Duration.ZERO)).isZero();
    }

    @Test
    void onlyWhatSucceededOrFailedCountsForTheSuccessRate() {
        statistics.add(outcome(OutcomeStatus.SUCCEEDED, 1).build());
        statistics.add(outcome(OutcomeStatus.SUCCEEDED, 3).build());
        statistics.add(outcome(OutcomeStatus.SUCCEEDED, 1).build());
        statistics.add(outcome(OutcomeStatus.FAILED, 2).build());
        statistics.add(outcome(OutcomeStatus.CANCELLED, 0).build());
        statistics.add(outcome(OutcomeStatus.EXPIRED, 0).build());

        assertThat(statistics.successRate()).isEqualTo(0.75);
        assertThat(statistics.retryRate()).isEqualTo(0.5);
        assertThat(statistics.started()).isEqualTo(4);
        assertThat(statistics.attempts()).isEqualTo(7);
        assertThat(statistics.ended()).isEqualTo(6);
        assertThat(statistics.perSecond(Duration.ofSeconds(3))).isEqualTo(2);
    }

    @Test
    void aRangeOfSkippedTicksIsOneEndAndAllItsTicks() {
        statistics.add(outcome(OutcomeStatus.SKIPPED, 0)
                .skipped(new SkippedRange(SkipReason.MISSED, AT, AT.plusSeconds(60), 61))
                .build());

        assertThat(statistics.count(OutcomeStatus.SKIPPED)).isEqualTo(1);
        assertThat(statistics.skippedTicks()).isEqualTo(61);
    }

    @Test
    void lateIsOnlyAFirstAttempt() {
        statistics.add(timed(TICK, 1, Duration.ofMillis(20), Duration.ofMillis(500)));
        statistics.add(timed(TICK, 2, Duration.ofMinutes(5), Duration.ofMillis(500)));

        assertThat(statistics.late().count()).isEqualTo(1);
        assertThat(millis(statistics.late().quantile(1))).isBetween(19.0, 21.0);
        assertThat(statistics.took().count()).isEqualTo(2);
        assertThat(millis(statistics.took().quantile(1))).isBetween(490.0, 510.0);
    }

    @Test
    void aBackfilledExecutionIsNotLate() {
        ExecutionKey madeUp = ExecutionKey.parse("report:2026-11-18T06:00:00.999999999Z");
        statistics.add(timed(madeUp, 1, Duration.ofDays(3), Duration.ofMillis(5)));

        assertThat(statistics.late().count()).isZero();
    }
}
