package dev.carillon.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Wraps long lines between words, so that they fit a terminal of the usual width. */
public final class LineWrapping {
    public static final int WIDTH = 80;

    private LineWrapping() {}

    /** Splits the line at blanks into pieces of at most {@link #WIDTH}; all but the first are indented. */
    public static List<String> lines(String line, int indent) {
        List<String> lines = new ArrayList<>();
        String rest = line;
        while (rest.length() > WIDTH) {
            int start = lines.isEmpty() ? 0 : indent;
            int at = rest.lastIndexOf(' ', WIDTH);
            if (at <= start || rest.substring(0, at).isBlank()) {
                at = rest.indexOf(' ', WIDTH);
            }
            if (at < 0) {
                break;
            }
            lines.add(rest.substring(0, at).stripTrailing());
            rest = " ".repeat(indent) + rest.substring(at).strip();
        }
        lines.add(rest);
        return lines;
    }
}
