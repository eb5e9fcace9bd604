package dev.carillon.worker.presence;

import dev.carillon.schemas.record.WorkerState;
import java.util.List;

/** What the worker does at one moment, for others to see. */
public record Snapshot(WorkerState state, int running, int held, List<String> partitions) {
    public static final Snapshot NOTHING_YET = new Snapshot(WorkerState.IDLE, 0, 0, List.of());
}
