package dev.carillon.kit.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "250ms, PT0.25S, 250ms",
        "10s, PT10S, 10s",
        "5m, PT5M, 5m",
        "1h30m, PT1H30M, 1h30m",
        "90m, PT1H30M, 1h30m",
        "7d, PT168H, 7d",
        "1d2h3m4s5ms, PT26H3M4.005S, 1d2h3m4s5ms",
        "PT10S, PT10S, 10s",
        "10S, PT10S, 10s",
        "0s, PT0S, 0s",
        "PT0.0000001S, PT0.0000001S, PT0.0000001S"
    })
    void isReadAndWritten(String text, String iso, String written) {
        assertThat(Durations.parse(text)).contains(Duration.parse(iso));
        assertThat(Durations.format(Duration.parse(iso))).isEqualTo(written);
        assertThat(Durations.parse(written)).contains(Duration.parse(iso));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "10", "s", "10 s", "1m1h", "-5s", "1.5h", "9999999999d", "ten seconds", "P"})
    void anythingElseIsNoDuration(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }
}
