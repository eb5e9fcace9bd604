package dev.carillon.cli.terminal;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Prints how far a command has got: nothing in its first two seconds, then at most one line every two. The lines go to
 * standard error, and only if that is a terminal: in a file or a pipe they would be noise.
 */
public final class ProgressLines {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Terminal terminal;
    private final Ticker ticker;
    private Deadline next;

    /** Starts the first two seconds. */
    public ProgressLines(Terminal terminal, Ticker ticker) {
        this.terminal = terminal;
        this.ticker = ticker;
        this.next = Deadline.in(EVERY, ticker);
    }

    /** Prints the progress, with {@code so far} added, if two seconds have passed since the last line. */
    public void show(Supplier<String> howFar) {
        if (terminal.errIsTerminal() && next.isOver()) {
            next = Deadline.in(EVERY, ticker);
            terminal.printErr(howFar.get() + " so far");
        }
    }
}
