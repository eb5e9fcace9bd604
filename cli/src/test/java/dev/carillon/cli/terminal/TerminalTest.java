package dev.carillon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TerminalTest {
    private static final String ESCAPE = "\u001b";

    private static Terminal terminal(Writer out, boolean outIsTerminal, Map<String, String> environment) {
        return TerminalBuilder.builder()
                .out(new PrintWriter(out))
                .err(new PrintWriter(Writer.nullWriter()))
                .in(InputStream.nullInputStream())
                .outIsTerminal(outIsTerminal)
                .errIsTerminal(true)
                .environment(environment)
                .home(Path.of("/home/ann"))
                .directory(Path.of("/work/jobs"))
                .zone(ZoneOffset.UTC)
                .build();
    }

    private static TerminalColors colours(boolean outIsTerminal, Map<String, String> environment) {
        return terminal(Writer.nullWriter(), outIsTerminal, environment).paint();
    }

    @Test
    void onlyATerminalGetsColours() {
        assertThat(colours(true, Map.of()).good("on")).isEqualTo(ESCAPE + "[32mon" + ESCAPE + "[0m");
        assertThat(colours(false, Map.of()).good("on")).isEqualTo("on");
    }

    /** https://no-color.org: what counts is that the variable is there. */
    @Test
    void noColourWhereTheUserOrTheTerminalWantsNone() {
        assertThat(colours(true, Map.of("NO_COLOR", "1")).bad("x")).isEqualTo("x");
        assertThat(colours(true, Map.of("NO_COLOR", "")).bad("x")).isEqualTo("x");
        assertThat(colours(true, Map.of("TERM", "dumb")).bad("x")).isEqualTo("x");
        assertThat(colours(true, Map.of("TERM", "xterm")).bad("x")).contains(ESCAPE);
    }

    @Test
    void eachColourEndsAtItsOwnText() {
        TerminalColors on = new TerminalColors(true);
        List<String> painted = List.of(on.good("a"), on.bad("a"), on.warning("a"), on.strong("a"), on.faint("a"));
        assertThat(painted).doesNotHaveDuplicates().allMatch(text -> text.endsWith("a" + ESCAPE + "[0m"));
    }

    @ParameterizedTest
    @CsvSource({
        "jobs.yaml, /work/jobs/jobs.yaml",
        "./a/../b.yaml, /work/jobs/b.yaml",
        "../b.yaml, /work/b.yaml",
        "/etc/b.yaml, /etc/b.yaml",
        "~, /home/ann",
        "~/b.yaml, /home/ann/b.yaml",
        "~other/b.yaml, /work/jobs/~other/b.yaml",
        "a~/b.yaml, /work/jobs/a~/b.yaml"
    })
    void pathsAreResolvedAsInAShell(String path, String resolved) {
        assertThat(terminal(Writer.nullWriter(), false, Map.of()).resolve(path)).isEqualTo(Path.of(resolved));
    }

    /** As with {@code | head}: a command that lists a million records must end when its reader has. */
    @Test
    void printingSaysWhenItsReaderHasEnded() {
        Terminal piped = terminal(new ClosedPipe(), false, Map.of());
        assertThat(piped.print("line")).isFalse();
        assertThat(piped.printAll(List.of("line", "line"))).isFalse();
        StringWriter out = new StringWriter();
        assertThat(terminal(out, false, Map.of()).printAll(List.of("one", "two")))
                .isTrue();
        assertThat(out.toString().lines()).containsExactly("one", "two");
    }

    private static final class ClosedPipe extends Writer {
        @Override
        public void write(char[] text, int start, int length) throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Is closed already.
        }
    }
}
