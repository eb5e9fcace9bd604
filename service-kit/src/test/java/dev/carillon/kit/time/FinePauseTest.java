package dev.carillon.kit.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FinePauseTest {
    private final Pause pause = SystemTime.finePause();

    @Test
    void anInterruptEndsIt() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> pause.forAtMost(Duration.ofMinutes(5)));

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void noTimeAtAllIsNoWait() throws InterruptedException {
        long begun = SystemTime.ticker().nanos();
        pause.forAtMost(Duration.ZERO);
        pause.forAtMost(Duration.ofMinutes(-5));

        assertThat(Duration.ofNanos(SystemTime.ticker().nanos() - begun)).isLessThan(Duration.ofMinutes(1));
    }
}
