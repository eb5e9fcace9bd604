package dev.carillon.console.history;

import java.time.Instant;

/** A line that an attempt wrote; {@code at} is when the record with it was made. */
public record LogLine(long number, int attempt, Instant at, String text) {}
