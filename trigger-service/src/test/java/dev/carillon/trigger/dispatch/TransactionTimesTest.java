package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The times of slices' transactions, by how they ended. */
class TransactionTimesTest {
    private static final Duration TOOK = Duration.ofMillis(4);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-18T06:00:00Z"));
    private final TransactionTimes times = new TransactionTimes(clock, meters);

    @Test
    void rejectedSlicesAreTimedApartFromUnknownOnes() {
        assertThat(times.record(this::commit)).isEqualTo(7);
        SliceFailed unknown = new SliceFailed("timed out", null);
        SliceFailed rejected = SliceFailed.rejected("another leads", null);
        for (RuntimeException end : List.of(rejected, unknown, rejected, new IllegalStateException("a bug"))) {
            assertThatThrownBy(() -> times.record(() -> failWith(end))).isSameAs(end);
        }

        assertThat(transactions("committed")).isEqualTo(1);
        assertThat(transactions("unknown")).isEqualTo(2);
        assertThat(transactions("rejected")).isEqualTo(2);
    }

    private long commit() {
        clock.advance(TOOK);
        return 7;
    }

    private long failWith(RuntimeException end) {
        clock.advance(TOOK);
        throw end;
    }

    private long transactions(String outcome) {
        var timer = meters.get("carillon.trigger.transaction.time")
                .tag("outcome", outcome)
                .timer();
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo((double) (timer.count() * TOOK.toMillis()));
        return timer.count();
    }
}
