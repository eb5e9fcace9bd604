package dev.carillon.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {
    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Each line as {@code number:text}. */
    private static List<String> lines(String text) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(stream(text))) {
            LineReader.Line line = reader.next();
            while (line != null) {
                lines.add(line.number() + ":" + new String(line.bytes(), StandardCharsets.UTF_8));
                line = reader.next();
            }
        }
        return lines;
    }

    @Test
    void ofALineThatIsTooLongJustEnoughIsKeptAndTheNextOneIsWhole() throws IOException {
        String text = "9".repeat(1_000_000) + "\n\n \t\r\nnext";
        try (LineReader lines = new LineReader(stream(text), 100)) {
            assertThat(Objects.requireNonNull(lines.next()).bytes()).hasSize(101);
            LineReader.Line next = Objects.requireNonNull(lines.next());
            assertThat(new String(next.bytes(), StandardCharsets.UTF_8)).isEqualTo("next");
            assertThat(next.number()).isEqualTo(4);
            assertThat(lines.next()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\n\n\n", " \t \n\r\n", "   "})
    void aFileWithoutTextHasNoLines(String text) throws IOException {
        assertThat(lines(text)).isEmpty();
    }

    @Test
    void blankLinesAreCountedSoThatNumbersAreThoseOfAnEditor() throws IOException {
        assertThat(lines("\n\na\n\nb")).containsExactly("3:a", "5:b");
    }

    @Test
    void theLastLineNeedsNoLineBreak() throws IOException {
        assertThat(lines("a\nb")).containsExactlyElementsOf(lines("a\nb\n"));
    }

    /** JSON takes the carriage return for a blank. */
    @Test
    void windowsLineBreaksSplitAsWell() throws IOException {
        assertThat(lines("a\r\n\r\nb\r\n")).containsExactly("1:a\r", "3:b\r");
    }

    /** Other programs split there as well: one line of theirs would be two of ours. */
    @Test
    void onlyALineFeedEndsALine() throws IOException {
        assertThat(lines("a\u2028b\u0085c\rd\u000be")).containsExactly("1:a\u2028b\u0085c\rd\u000be");
    }

    @Test
    void bytesThatAreNoTextAreKeptAsTheyAre() throws IOException {
        byte[] bytes = {(byte) 0xff, 0, (byte) 0x80, '\n', 'x'};
        try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes))) {
            assertThat(Objects.requireNonNull(reader.next()).bytes()).containsExactly(0xff, 0, 0x80);
            assertThat(Objects.requireNonNull(reader.next()).number()).isEqualTo(2);
        }
    }

    @Test
    void aLineOfExactlyTheLimitIsWhole() throws IOException {
        try (LineReader reader = new LineReader(stream("12345\n123456\n"), 5)) {
            assertThat(Objects.requireNonNull(reader.next()).bytes()).hasSize(5);
            assertThat(Objects.requireNonNull(reader.next()).bytes()).hasSize(6);
        }
    }
}
