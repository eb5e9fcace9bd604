package dev.carillon.cli.doctor.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SentencePartsTest {
    @ParameterizedTest
    @CsvSource({
        "-1, ?",
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KB",
        "102400, 100 KB",
        "1572864, 1.5 MB",
        "107374182400, 100 GB",
        "9223372036854775807, 8388608 TB"
    })
    void sizesHaveAUnit(long bytes, String words) {
        assertThat(SentenceParts.bytes(bytes)).isEqualTo(words);
    }

    @Test
    void manyNamesAreCutAndCounted() {
        assertThat(SentenceParts.some(List.of())).isEmpty();
        assertThat(SentenceParts.some(List.of("a", "b", "c", "d"))).isEqualTo("a, b, c, d");
        assertThat(SentenceParts.some(List.of("a", "b", "c", "d", "e"))).isEqualTo("a, b, c, d and 1 more");
    }

    @Test
    void aFailureIsItsMessageOnOneLineOrItsName() {
        assertThat(SentenceParts.of(new IOException("Broken\n  pipe\u001b[2J"))).isEqualTo("Broken ⏎ pipe?[2J");
        assertThat(SentenceParts.of(new IOException())).isEqualTo("IOException");
        assertThat(SentenceParts.of(new IOException("  "))).isEqualTo("IOException");
    }

    /** taskIds of records that can't be read are whatever somebody wrote. */
    @Test
    void namesDoNotMoveTheCursorOfTheTerminal() {
        assertThat(SentenceParts.some(List.of("a\u001b[2J", "b\nc"))).doesNotContainPattern("\\p{Cntrl}");
    }
}
