package dev.carillon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LineWrappingTest {
    private static final int INDENT = 11;

    @Test
    void aLineOfExactlyTheWidthStaysWholeAndOneMoreIsWrapped() {
        String fits = "word ".repeat(15) + "12345";
        assertThat(fits).hasSize(LineWrapping.WIDTH);
        assertThat(LineWrapping.lines(fits, 0)).containsExactly(fits);
        assertThat(LineWrapping.lines(fits + "6", 0))
                .containsExactly("word ".repeat(15).strip(), "123456");
    }

    @Test
    void aLineMayEndRightBeforeABlankAtTheWidth() {
        String full = "x".repeat(LineWrapping.WIDTH);
        assertThat(LineWrapping.lines(full + " y", 2)).containsExactly(full, "  y");
    }

    /** A URL that is cut in two can't be opened. */
    @Test
    void aWordThatIsLongerThanALineIsNeverCut() {
        String url = "https://example.org/" + "a".repeat(120);
        assertThat(LineWrapping.lines(url, 4)).containsExactly(url);
        assertThat(LineWrapping.lines("see " + url + " for more", 4))
                .containsExactly("see", "    " + url, "    for more");
        assertThat(LineWrapping.lines(" ".repeat(INDENT) + url + " end", INDENT))
                .containsExactly(" ".repeat(INDENT) + url, " ".repeat(INDENT) + "end");
    }

    @Test
    void anEmptyLineStaysOneLine() {
        assertThat(LineWrapping.lines("", 5)).containsExactly("");
    }

    /** The seed is in the description, so that a failure can be repeated. */
    @Test
    void wrappingLosesNoWordAndExceedsTheWidthForSingleWordsOnly() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            String text = IntStream.range(0, random.nextInt(60))
                    .mapToObj(n -> "w".repeat(1 + random.nextInt(random.nextInt(10) == 0 ? 120 : 12)))
                    .collect(Collectors.joining(" "));
            List<String> lines = LineWrapping.lines(text, INDENT);
            assertThat(lines.stream().map(String::strip).collect(Collectors.joining(" ")))
                    .as("seed %d", seed)
                    .isEqualTo(text);
            assertThat(lines)
                    .as("seed %d", seed)
                    .allMatch(line ->
                            line.length() <= LineWrapping.WIDTH || line.strip().indexOf(' ') < 0);
            assertThat(lines.subList(1, lines.size()))
                    .as("seed %d", seed)
                    .allMatch(line -> line.startsWith(" ".repeat(INDENT)) && line.charAt(INDENT) != ' ');
        }
    }
}
