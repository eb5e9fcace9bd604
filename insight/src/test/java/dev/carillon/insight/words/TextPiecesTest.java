package dev.carillon.insight.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextPiecesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.999S, 999 ms",
        "PT1S, 1 s",
        "PT4.25S, 4.2 s",
        "PT9.999S, 9.9 s",
        "PT10.9S, 10 s",
        "PT60S, 1 min",
        "PT3M5S, 3 min 5 s",
        "PT1H, 1 h",
        "PT23H59M59S, 23 h 59 min",
        "P3DT4H, 3 d 4 h",
        "PT-3M, 3 min"
    })
    void aDurationHasAtMostTwoUnits(Duration duration, String words) {
        assertThat(TextPieces.duration(duration)).isEqualTo(words);
    }

    @Test
    void instantsAreToldFromNow() {
        assertThat(TextPieces.relative(NOW.plusSeconds(300), NOW)).isEqualTo("in 5 min");
        assertThat(TextPieces.relative(NOW.minusSeconds(300), NOW)).isEqualTo("5 min ago");
        assertThat(TextPieces.ago(NOW.plusSeconds(1), NOW)).isEqualTo("just now");
    }

    @Test
    void countsAgreeWithTheirNouns() {
        assertThat(TextPieces.count(1, "task", "tasks")).isEqualTo("1 task");
        assertThat(TextPieces.count(0, "task", "tasks")).isEqualTo("0 tasks");
        assertThat(TextPieces.times(2)).isEqualTo("twice");
        assertThat(TextPieces.times(7)).isEqualTo("7 times");
    }

    @Test
    void foreignTextCanNotMoveTheCursor() {
        assertThat(TextPieces.oneLine("  first\r\nsecond\u001b[2J\n")).isEqualTo("first ⏎ second?[2J");
        assertThat(TextPieces.shortened("x".repeat(200))).hasSize(161).endsWith("…");
    }
}
