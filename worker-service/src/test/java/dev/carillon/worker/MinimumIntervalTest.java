package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MinimumIntervalTest {
    private final MinimumInterval interval = new MinimumInterval(Duration.ofMillis(250));

    @Test
    void whatComesTooSoonIsToldWhenItMayCome() {
        assertThat(interval.waitBeforeNext(NOW)).isZero();
        assertThat(interval.waitBeforeNext(NOW.plusMillis(130))).isEqualTo(Duration.ofMillis(120));
        assertThat(interval.waitBeforeNext(NOW.plusMillis(250))).isZero();
        assertThat(interval.waitBeforeNext(NOW.plusMillis(260))).isEqualTo(Duration.ofMillis(240));
    }

    @Test
    void clockThatIsSetBackSilencesNobody() {
        assertThat(interval.waitBeforeNext(NOW)).isZero();
        assertThat(interval.waitBeforeNext(NOW.minusSeconds(600))).isZero();
    }
}
