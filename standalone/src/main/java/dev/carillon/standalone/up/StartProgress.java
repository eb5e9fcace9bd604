package dev.carillon.standalone.up;

import dev.carillon.cli.terminal.Terminal;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;

/** Prints each step of the start, and measures how long all of them took. */
final class StartProgress {
    private final Terminal terminal;
    private final Ticker ticker;
    private final long began;

    StartProgress(Terminal terminal, Ticker ticker) {
        this.terminal = terminal;
        this.ticker = ticker;
        this.began = ticker.nanos();
    }

    void step(String step) {
        terminal.printErr(terminal.errIsTerminal() ? "\u001b[2m" + step + " …\u001b[0m" : step + " …");
    }

    String elapsed() {
        return TextPieces.duration(Duration.ofNanos(ticker.nanos() - began));
    }
}
