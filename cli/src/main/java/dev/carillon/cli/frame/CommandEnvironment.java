package dev.carillon.cli.frame;

import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.key.FreshKeys;
import java.time.Clock;

/** What a command needs from outside, and tests replace: terminal, clocks, the way to Kafka, and new keys. */
public record CommandEnvironment(
        Terminal terminal, Clock clock, Ticker ticker, ClusterConnector connector, FreshKeys keys) {
    /** With the monotonic clock of this machine. */
    public CommandEnvironment(Terminal terminal, Clock clock, ClusterConnector connector, FreshKeys keys) {
        this(terminal, clock, SystemTime.ticker(), connector, keys);
    }
}
