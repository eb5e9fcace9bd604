package dev.carillon.console.api.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatsAnswerTest {
    private static final Instant SINCE = Instant.parse("2026-11-18T06:00:00Z");
    private static final OutcomeCounts.Spread NONE = new OutcomeCounts.Spread(0, null, null, null);

    private static StatsAnswer stats(OutcomeCounts.Counts counts) {
        OutcomeCounts tally = new OutcomeCounts(counts, 9, NONE, NONE, List.of());
        return StatsAnswer.of(tally, new OpenRuns(0, 0, 0, 0, 0), SINCE, SINCE.plusSeconds(10));
    }

    /** As {@code carillon stats} counts. */
    @Test
    void cancelledAndExpiredExecutionsDoNotLowerTheSuccessRate() {
        StatsAnswer stats = stats(new OutcomeCounts.Counts(3, 1, 4, 2, 5));
        assertThat(stats.successRate()).isEqualTo(0.75);
        assertThat(stats.perSecond()).isEqualTo(1.0);
    }

    @Test
    void withoutASuccessOrAFailureThereIsNoRate() {
        assertThat(stats(new OutcomeCounts.Counts(0, 0, 4, 2, 5)).successRate()).isNull();
    }
}
