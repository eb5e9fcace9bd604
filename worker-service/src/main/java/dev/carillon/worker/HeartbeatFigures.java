package dev.carillon.worker;

import dev.carillon.schemas.worker.WorkerState;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.presence.WorkerSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Computes what heartbeats report of a worker. Belongs to the polling thread. */
final class HeartbeatFigures {
    /** How long after its last routed task a worker counts as routed, as the trigger still relies on its heartbeats. */
    private static final Duration STILL_ROUTED = Duration.ofSeconds(5);

    private final FetchControl fetching;
    private long routedBefore;
    private Instant routedUntil = Instant.MIN;

    HeartbeatFigures(FetchControl fetching) {
        this.fetching = fetching;
    }

    WorkerSnapshot of(TaskFlow flow, boolean draining, Instant now) {
        AttemptScheduler scheduler = flow.scheduler();
        int running = scheduler.running();
        WorkerState state = draining ? WorkerState.DRAINING : running > 0 ? WorkerState.BUSY : WorkerState.IDLE;
        if (flow.routed() != routedBefore) {
            routedBefore = flow.routed();
            routedUntil = now.plus(STILL_ROUTED);
        }
        List<PartitionProgress> partitions = fetching.partitions();
        return new WorkerSnapshot(
                state,
                running,
                scheduler.held(),
                scheduler.ready(),
                partitions.stream().map(partition -> partition.id().toString()).toList(),
                partitions.stream().map(PartitionProgress::fetchedUpTo).toList(),
                flow.slotTime().millis(now),
                now.isBefore(routedUntil));
    }
}
