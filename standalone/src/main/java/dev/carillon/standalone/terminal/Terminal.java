package dev.carillon.standalone.terminal;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * What the process that runs us is: streams, environment, directories. Tests make one of their own.
 *
 * @param out for answers
 * @param err for everything that is no answer: errors, warnings, progress
 * @param outIsTerminal whether a person sees the answers as they come
 * @param errIsTerminal whether a person sees the errors
 */
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

    /** Colour is for eyes, and only for those that did not ask for none (https://no-color.org). */
    public Paint paint() {
        boolean wanted = !environment.containsKey("NO_COLOR") && !"dumb".equals(environment.get("TERM"));
        return new Paint(outIsTerminal && wanted);
    }

    /** Prints one line of an answer; false when nobody reads any more, as behind {@code | head}. */
    public boolean say(String line) {
        out.println(line);
        out.flush();
        return !out.checkError();
    }

    /** As {@link #say}, for many lines, which are flushed once. */
    public boolean sayAll(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
        return !out.checkError();
    }

    /** Prints one line beside the answer. */
    public void tell(String line) {
        err.println(line);
        err.flush();
    }

    /** A path as the user means it: relative to where the command was typed. */
    public Path resolve(String path) {
        boolean fromHome = path.equals("~") || path.startsWith("~/");
        return fromHome
                ? home.resolve(path.substring(Math.min(2, path.length())))
                : directory.resolve(path).normalize();
    }
}
