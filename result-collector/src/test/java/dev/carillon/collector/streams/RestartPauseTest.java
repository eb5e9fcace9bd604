package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestartPauseTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final RestartPause pause = new RestartPause();

    @Test
    void growsWhileThreadsDieOneAfterTheOtherThoughEachCameUp() {
        Instant now = START;
        Duration before = Duration.ZERO;
        for (int i = 1; i <= 9; i++) {
            RestartPause.Rest rest = pause.died(now);
            assertThat(rest.inARow()).isEqualTo(i);
            assertThat(rest.pause()).isGreaterThan(before);
            before = rest.pause();
            now = now.plus(rest.pause()).plusSeconds(5);
        }
        assertThat(pause.died(now).pause()).isEqualTo(RestartPause.LONGEST);
    }

    @Test
    void startsAnewAfterAQuietTime() {
        pause.died(START);
        pause.died(START);
        RestartPause.Rest rest = pause.died(START.plus(RestartPause.QUIET).plusMillis(1));
        assertThat(rest).isEqualTo(new RestartPause.Rest(1, RestartPause.FIRST));
    }
}
