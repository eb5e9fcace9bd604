package dev.carillon.worker.handler;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The last lines of an output, up to a size. */
final class ShellTail {
    static final int MAX_CHARS = 4_000;
    /** A line longer than this is cut into several: a program may write a gigabyte without a line's end. */
    private static final int MAX_LINE = 4_000;

    private final Deque<String> lines = new ArrayDeque<>();
    private int chars;

    void add(String line) {
        lines.addLast(line);
        chars += line.length() + 1;
        while (chars > MAX_CHARS && lines.size() > 1) {
            chars -= lines.removeFirst().length() + 1;
        }
    }

    String text() {
        return String.join("\n", lines);
    }

    String lastLine() {
        String last = lines.peekLast();
        return last == null ? "" : last;
    }

    /** The next line without its end, or null at the end. */
    static @Nullable String readLine(Reader in) throws IOException {
        StringBuilder line = new StringBuilder();
        int c = in.read();
        if (c < 0) {
            return null;
        }
        while (c >= 0 && c != '\n' && line.length() < MAX_LINE) {
            if (c != '\r') {
                line.append((char) c);
            }
            c = line.length() < MAX_LINE ? in.read() : '\n';
        }
        return line.toString();
    }
}
