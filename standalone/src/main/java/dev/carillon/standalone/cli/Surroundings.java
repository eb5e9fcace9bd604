package dev.carillon.standalone.cli;

import dev.carillon.client.Connector;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.standalone.terminal.Terminal;
import java.time.Clock;

/** Everything outside that a command may touch. */
public record Surroundings(Terminal terminal, Clock clock, Connector connector, FreshKeys keys) {}
