package dev.carillon.standalone.cli;

import dev.carillon.client.Connector;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.terminal.Terminal;
import java.time.Clock;

/** Everything outside that a command may touch. */
public record Surroundings(Terminal terminal, Clock clock, Ticker ticker, Connector connector, FreshKeys keys) {
    /** With the monotonic clock of this machine. */
    public Surroundings(Terminal terminal, Clock clock, Connector connector, FreshKeys keys) {
        this(terminal, clock, SystemTime.ticker(), connector, keys);
    }
}
