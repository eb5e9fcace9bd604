package dev.carillon.console.history;

import java.time.Instant;

/** Where a record lies. */
public record RecordPlace(String topic, int partition, long offset, Instant appended) {}
