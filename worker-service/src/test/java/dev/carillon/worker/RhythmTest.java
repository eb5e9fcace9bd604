package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RhythmTest {
    private final Rhythm rhythm = new Rhythm(Duration.ofMillis(250));

    @Test
    void whatComesTooSoonIsToldWhenItMayCome() {
        assertThat(rhythm.rest(NOW)).isZero();
        assertThat(rhythm.rest(NOW.plusMillis(130))).isEqualTo(Duration.ofMillis(120));
        assertThat(rhythm.rest(NOW.plusMillis(250))).isZero();
        assertThat(rhythm.rest(NOW.plusMillis(260))).isEqualTo(Duration.ofMillis(240));
    }

    @Test
    void clockThatIsSetBackSilencesNobody() {
        assertThat(rhythm.rest(NOW)).isZero();
        assertThat(rhythm.rest(NOW.minusSeconds(600))).isZero();
    }
}
