package dev.carillon.standalone.up;

import dev.carillon.kit.time.Ticker;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
import java.time.Duration;

/** Says which step is under way, and at the end how long all took. */
final class Progress {
    private final Terminal terminal;
    private final Ticker ticker;
    private final long began;

    Progress(Terminal terminal, Ticker ticker) {
        this.terminal = terminal;
        this.ticker = ticker;
        this.began = ticker.nanos();
    }

    void step(String words) {
        terminal.tell(terminal.errIsTerminal() ? "\u001b[2m" + words + " …\u001b[0m" : words + " …");
    }

    String took() {
        return Texts.duration(Duration.ofNanos(ticker.nanos() - began));
    }
}
