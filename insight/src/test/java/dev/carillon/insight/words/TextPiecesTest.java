package dev.carillon.insight.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @CsvSource({
        "P106751991167300D, 106751991167300 d",
        "P365D, 365 d",
        "PT0.0009S, 0 ms",
        "PT59.999S, 59 s",
        "PT59M59.999S, 59 min 59 s",
        "PT24H0M59S, 1 d",
        "PT-0.001S, 1 ms"
    })
    void noDurationIsTooLongOrTooShortToBeSaid(Duration duration, String words) {
        assertThat(TextPieces.duration(duration)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "\u0007", "\u001b", "\u007f", "\u0085", "\u009b", "\t", "\u202e", "\u2066"})
    void noControlCharacterIsPrinted(String character) {
        assertThat(TextPieces.oneLine("a" + character + "b")).isEqualTo("a?b");
    }

    @Test
    void linesAreJoinedAndOtherScriptsStay() {
        assertThat(TextPieces.oneLine("")).isEmpty();
        assertThat(TextPieces.oneLine("\n \n")).isEmpty();
        assertThat(TextPieces.oneLine("a\r\nb\rc\nd")).isEqualTo("a ⏎ b ⏎ c ⏎ d");
        assertThat(TextPieces.oneLine("überfällig 延迟 😀")).isEqualTo("überfällig 延迟 😀");
    }

    @Test
    void aLongTextIsCutBetweenItsCharacters() {
        assertThat(TextPieces.shortened("x".repeat(160))).hasSize(160);
        String shortened = TextPieces.shortened("x" + "😀".repeat(100));

        assertThat(shortened).endsWith("😀…").hasSizeLessThanOrEqualTo(161);
    }

    @Test
    void columnsAreFilledAndNeverCut() {
        assertThat(TextPieces.padded("abc", 5)).isEqualTo("abc  ");
        assertThat(TextPieces.padded("abcdef", 5)).isEqualTo("abcdef");
        assertThat(TextPieces.second(NOW.plusNanos(999_999_999))).isEqualTo("2026-11-18T06:00:00Z");
        assertThat(TextPieces.times(0)).isEqualTo("no times");
        assertThat(TextPieces.times(-1)).isEqualTo("-1 times");
    }
}
