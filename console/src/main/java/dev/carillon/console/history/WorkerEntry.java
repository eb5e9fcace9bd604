package dev.carillon.console.history;

import dev.carillon.schemas.record.Heartbeat;
import java.time.Instant;

/**
 * A worker.
 *
 * @param heard append time of its last heartbeat
 * @param gone whether it fell silent
 */
public record WorkerEntry(Heartbeat last, Instant heard, boolean gone) {}
