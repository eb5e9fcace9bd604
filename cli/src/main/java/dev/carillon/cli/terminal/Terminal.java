package dev.carillon.cli.terminal;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * The process as a command sees it: streams, environment, directories. Tests make their own.
 *
 * @param out for answers
 * @param err for errors, warnings and progress
 * @param outIsTerminal whether answers go to a terminal, not to a file or a pipe
 * @param errIsTerminal likewise for errors
 */
@RecordBuilder
public record Terminal(
        PrintWriter out,
        PrintWriter err,
        InputStream in,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Map<String, String> environment,
        Path home,
        Path directory,
        ZoneId zone) {

    /** Colours for a terminal, unless NO_COLOR is set (https://no-color.org); none for a file or a pipe. */
    public TerminalColors paint() {
        boolean wanted = !environment.containsKey("NO_COLOR") && !"dumb".equals(environment.get("TERM"));
        return new TerminalColors(outIsTerminal && wanted);
    }

    /** Prints one line of an answer; false once its reader has ended, as with {@code | head}. */
    public boolean print(String line) {
        out.println(line);
        out.flush();
        return !out.checkError();
    }

    /** As {@link #print}, for many lines, which are flushed once. */
    public boolean printAll(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
        return !out.checkError();
    }

    /** Prints one line to standard error, beside the answer. */
    public void printErr(String line) {
        err.println(line);
        err.flush();
    }

    /** Resolves a path as a shell does: {@code ~} is the home directory, others start at the working directory. */
    public Path resolve(String path) {
        boolean fromHome = path.equals("~") || path.startsWith("~/");
        return fromHome
                ? home.resolve(path.substring(Math.min(2, path.length())))
                : directory.resolve(path).normalize();
    }
}
