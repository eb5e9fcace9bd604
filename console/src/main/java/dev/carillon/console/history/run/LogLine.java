package dev.carillon.console.history.run;

import java.time.Instant;

/** A line that an attempt wrote; {@code at} is when the worker made the record that holds it. */
public record LogLine(long number, int attempt, Instant at, String text) {}
