package dev.carillon.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MinimumIntervalTest {
    private final MinimumInterval interval = new MinimumInterval(Duration.ofMillis(250));

    @Test
    void whatComesTooSoonIsToldWhenItMayCome() {
        assertThat(interval.waitBeforeNext(afterMillis(0))).isZero();
        assertThat(interval.waitBeforeNext(afterMillis(130))).isEqualTo(Duration.ofMillis(120));
        assertThat(interval.waitBeforeNext(afterMillis(250))).isZero();
        assertThat(interval.waitBeforeNext(afterMillis(260))).isEqualTo(Duration.ofMillis(240));
    }

    /** The monotonic clock may start anywhere, also shortly before it overflows. */
    private static long afterMillis(long millis) {
        return Long.MAX_VALUE - 5 + Duration.ofMillis(millis).toNanos();
    }
}
