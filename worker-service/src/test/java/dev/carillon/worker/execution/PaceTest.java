package dev.carillon.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PaceTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private final Pace pace = new Pace();

    private void took(long millis) {
        pace.ended(ResultStatus.SUCCEEDED, NOW.minusMillis(millis), NOW);
    }

    @Test
    void whereNothingHasEndedNobodyKnows() {
        assertThat(pace.millis(NOW)).isNull();
    }

    @Test
    void itIsTheMeanOfTheLastFew() {
        took(10);
        took(20);
        assertThat(pace.millis(NOW)).isEqualTo(15);
        for (int i = 0; i < 256; i++) {
            took(100);
        }
        assertThat(pace.millis(NOW)).isEqualTo(100);
    }

    @Test
    void whatWasLongAgoSaysNothingOfNow() {
        took(10);
        assertThat(pace.millis(NOW.plusSeconds(60))).isEqualTo(10);
        assertThat(pace.millis(NOW.plusSeconds(61))).isNull();
    }

    @Test
    void aClockThatWasSetBackMakesNoNegativeTime() {
        pace.ended(ResultStatus.SUCCEEDED, NOW.plus(Duration.ofHours(1)), NOW);
        took(4);
        assertThat(pace.millis(NOW)).isEqualTo(2);
    }

    @Test
    void whatFailsAtOnceDoesNotLookFast() {
        pace.ended(ResultStatus.SUCCEEDED, NOW, NOW.plusMillis(100));
        for (int i = 0; i < 300; i++) {
            pace.ended(ResultStatus.FAILED, NOW, NOW.plusMillis(1));
            pace.ended(ResultStatus.CANCELLED, NOW, NOW.plusMillis(1));
        }
        pace.ended(ResultStatus.TIMED_OUT, NOW, NOW.plusMillis(300));
        assertThat(pace.millis(NOW.plusSeconds(1))).isEqualTo(200.0);
    }
}
