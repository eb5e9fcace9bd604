package dev.carillon.console.history.run;

import java.time.Instant;

/** The position of a record, and when it was appended. */
public record RecordPlace(String topic, int partition, long offset, Instant appended) {}
