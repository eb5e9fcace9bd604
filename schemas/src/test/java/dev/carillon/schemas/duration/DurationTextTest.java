package dev.carillon.schemas.duration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "250ms, PT0.25S, 250ms",
        "10s, PT10S, 10s",
        "5m, PT5M, 5m",
        "1h30m, PT1H30M, 1h30m",
        "90m, PT1H30M, 1h30m",
        "7d, PT168H, 7d",
        "1d2h3m4s5ms, PT26H3M4.005S, 1d2h3m4s5ms",
        "1m1h, PT1H1M, 1h1m",
        "PT10S, PT10S, 10s",
        "-PT10S, PT-10S, PT-10S",
        "0s, PT0S, 0s",
        "PT0.0000001S, PT0.0000001S, PT0.0000001S",
        "365000000d, PT8760000000H, 365000000d"
    })
    void isReadAndWritten(String text, String iso, String written) {
        assertThat(DurationText.parse(text)).contains(Duration.parse(iso));
        assertThat(DurationText.format(Duration.parse(iso))).isEqualTo(written);
        assertThat(DurationText.parse(written)).contains(Duration.parse(iso));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10",
                "s",
                "10 s",
                " 10s",
                "-5s",
                "1.5h",
                "10S",
                "٥m",
                "9999999999d",
                "365000000d1ms",
                "999999999999999999999ms",
                "ten seconds",
                "P",
                "-P",
                "PT",
                "P99999999999999999999D"
            })
    void anythingElseIsNoDuration(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @Test
    void aTextOfMoreThan64CharactersIsNone() {
        assertThat(DurationText.parse("1s".repeat(32))).contains(Duration.ofSeconds(32));
        assertThat(DurationText.parse("1s".repeat(32) + "1s")).isEmpty();
    }
}
