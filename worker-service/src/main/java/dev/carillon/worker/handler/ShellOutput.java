package dev.carillon.worker.handler;

import dev.carillon.kit.threads.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a command writes, on a thread of its own: a process that the command left running may hold the output open
 * for ever, and the command has ended nevertheless.
 */
final class ShellOutput {
    /** A line longer than this is cut into several: a program may write a gigabyte without a line's end. */
    private static final int MAX_LINE = 4_000;

    private final Process process;
    private final Consumer<String> log;
    private final ShellTail tail = new ShellTail();
    private final Thread thread;
    private boolean closed;

    /** Begins to read the output of a process; lines go to the log as they come. */
    static ShellOutput of(Process process, Consumer<String> log) {
        ShellOutput output = new ShellOutput(process, log);
        output.thread.start();
        return output;
    }

    private ShellOutput(Process process, Consumer<String> log) {
        this.process = process;
        this.log = log;
        this.thread = Threads.named("shell-output-" + process.pid(), this::read);
    }

    private void read() {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = readLine(output); line != null; line = readLine(output)) {
                add(line);
            }
        } catch (IOException e) {
            // The process was killed while it wrote: its output until then is kept.
            add("(its output broke off: " + e.getMessage() + ")");
        }
    }

    /** The next line without its end, or null at the end. */
    private static @Nullable String readLine(Reader in) throws IOException {
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

    private synchronized void add(String line) {
        if (!closed) {
            tail.add(line);
            log.accept(line);
        }
    }

    /** Whether the output has ended, waiting for that at most so long. */
    boolean hasEnded(Duration within) throws InterruptedException {
        thread.join(within.toMillis());
        return !thread.isAlive();
    }

    /** Takes no further lines, and gives the last ones. */
    synchronized ShellTail close() {
        closed = true;
        return tail;
    }
}
