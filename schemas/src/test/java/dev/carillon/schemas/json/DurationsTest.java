package dev.carillon.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "250ms, PT0.25S, 250ms",
        "90s, PT90S, 1m30s",
        "1h30m, PT1H30M, 1h30m",
        "6d, PT144H, 6d",
        "0s, PT0S, 0s",
        "PT5M, PT5M, 5m",
        "PT0.0005S, PT0.0005S, PT0.0005S",
    })
    void isReadAndWrittenInItsShortestSpelling(String text, Duration meant, String written) {
        assertThat(Durations.parse("field", text)).isEqualTo(meant);
        assertThat(DurationText.format(meant)).isEqualTo(written);
        assertThat(Durations.parse("field", written)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 5m",
                "5m ",
                "5",
                "m",
                "5 m",
                "5M",
                "-5m",
                "1.5h",
                "5m5",
                "٥m",
                "999999999999999d",
                "P",
                "PT"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Durations.parse("field", text)).isInstanceOf(ContractException.class);
    }
}
