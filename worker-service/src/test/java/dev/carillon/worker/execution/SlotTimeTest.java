package dev.carillon.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SlotTimeTest {
    /** The monotonic clock may start anywhere, also shortly before it overflows. */
    private static final long NOW = Long.MAX_VALUE - 5;

    private final SlotTime slotTime = new SlotTime();

    private void took(long millis) {
        slotTime.ended(ResultStatus.SUCCEEDED, Duration.ofMillis(millis), NOW);
    }

    private static long after(int seconds) {
        return NOW + Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void whereNothingHasEndedNobodyKnows() {
        assertThat(slotTime.millis(NOW)).isNull();
    }

    @Test
    void itIsTheMeanOfTheLastFew() {
        took(10);
        took(20);
        assertThat(slotTime.millis(NOW)).isEqualTo(15);
        for (int i = 0; i < 256; i++) {
            took(100);
        }
        assertThat(slotTime.millis(NOW)).isEqualTo(100);
    }

    @Test
    void whatWasLongAgoSaysNothingOfNow() {
        took(10);
        assertThat(slotTime.millis(after(60))).isEqualTo(10);
        assertThat(slotTime.millis(after(61))).isNull();
    }

    @Test
    void whatFailsAtOnceDoesNotLookFast() {
        took(100);
        for (int i = 0; i < 300; i++) {
            slotTime.ended(ResultStatus.FAILED, Duration.ofMillis(1), NOW);
            slotTime.ended(ResultStatus.CANCELLED, Duration.ofMillis(1), NOW);
        }
        slotTime.ended(ResultStatus.TIMED_OUT, Duration.ofMillis(300), NOW);
        assertThat(slotTime.millis(after(1))).isEqualTo(200.0);
    }
}
