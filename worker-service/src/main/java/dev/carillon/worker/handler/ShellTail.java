package dev.carillon.worker.handler;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of an output, up to a size. */
final class ShellTail {
    static final int MAX_CHARS = 4_000;

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
}
