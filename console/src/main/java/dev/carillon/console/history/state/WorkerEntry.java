package dev.carillon.console.history.state;

import dev.carillon.schemas.worker.Heartbeat;
import java.time.Instant;

/**
 * A worker with its last heartbeat.
 *
 * @param heard append time of that heartbeat
 * @param gone whether that is too long ago, so that the worker counts as dead
 */
public record WorkerEntry(Heartbeat last, Instant heard, boolean gone) {}
