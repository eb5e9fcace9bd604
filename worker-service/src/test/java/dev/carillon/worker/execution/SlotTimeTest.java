package dev.carillon.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SlotTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private final SlotTime slotTime = new SlotTime();

    private void took(long millis) {
        slotTime.ended(ResultStatus.SUCCEEDED, NOW.minusMillis(millis), NOW);
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
        assertThat(slotTime.millis(NOW.plusSeconds(60))).isEqualTo(10);
        assertThat(slotTime.millis(NOW.plusSeconds(61))).isNull();
    }

    @Test
    void aClockThatWasSetBackMakesNoNegativeTime() {
        slotTime.ended(ResultStatus.SUCCEEDED, NOW.plus(Duration.ofHours(1)), NOW);
        took(4);
        assertThat(slotTime.millis(NOW)).isEqualTo(2);
    }

    @Test
    void whatFailsAtOnceDoesNotLookFast() {
        slotTime.ended(ResultStatus.SUCCEEDED, NOW, NOW.plusMillis(100));
        for (int i = 0; i < 300; i++) {
            slotTime.ended(ResultStatus.FAILED, NOW, NOW.plusMillis(1));
            slotTime.ended(ResultStatus.CANCELLED, NOW, NOW.plusMillis(1));
        }
        slotTime.ended(ResultStatus.TIMED_OUT, NOW, NOW.plusMillis(300));
        assertThat(slotTime.millis(NOW.plusSeconds(1))).isEqualTo(200.0);
    }
}
