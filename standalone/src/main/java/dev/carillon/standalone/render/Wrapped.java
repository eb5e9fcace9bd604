package dev.carillon.standalone.render;

import java.util.ArrayList;
import java.util.List;

/** Breaks lines between words, so that they read well in a window of the usual width. */
public final class Wrapped {
    public static final int WIDTH = 80;

    private Wrapped() {}

    /** The line in pieces of at most the usual width where it has blanks; all but the first are indented. */
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
