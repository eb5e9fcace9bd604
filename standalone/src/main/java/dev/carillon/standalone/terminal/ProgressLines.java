package dev.carillon.standalone.terminal;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Lines that say how far a command is: none within its first two seconds, then at most one every two. They go to standard
 * error, and only where that is a terminal: in a file or a pipe they would be noise.
 */
public final class ProgressLines {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final Terminal terminal;
    private final Ticker ticker;
    private Deadline next;

    /** The two seconds begin now. */
    public ProgressLines(Terminal terminal, Ticker ticker) {
        this.terminal = terminal;
        this.ticker = ticker;
        this.next = Deadline.in(EVERY, ticker);
    }

    /** Says that the command is so far, if it is time to; {@code , and going on} is added. */
    public void say(Supplier<String> howFar) {
        if (terminal.errIsTerminal() && next.isOver()) {
            next = Deadline.in(EVERY, ticker);
            terminal.tell(howFar.get() + ", and going on");
        }
    }
}
