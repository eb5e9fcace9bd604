package dev.carillon.worker.presence;

import dev.carillon.schemas.record.WorkerState;
import java.util.List;

/**
 * What the worker does at one moment, for others to see.
 *
 * @param homesOfClaims partitions of {@code results} in which it has open claims
 */
public record Snapshot(WorkerState state, int running, int held, List<String> partitions, List<Integer> homesOfClaims) {
    public static final Snapshot NOTHING_YET = new Snapshot(WorkerState.IDLE, 0, 0, List.of(), List.of());
}
