package dev.carillon.worker;

import dev.carillon.schemas.record.WorkerState;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.presence.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What heartbeats show of a worker. Belongs to the thread that polls. */
final class HeartbeatFigures {
    /** A trigger that routes may have nothing for this worker for a moment, and still goes by what it says. */
    private static final Duration STILL_ROUTED = Duration.ofSeconds(5);

    private final Intake intake;
    private long routedBefore;
    private Instant routedUntil = Instant.MIN;

    HeartbeatFigures(Intake intake) {
        this.intake = intake;
    }

    Snapshot of(TaskFlow flow, boolean draining, Instant now) {
        AttemptScheduler scheduler = flow.scheduler();
        int running = scheduler.running();
        WorkerState state = draining ? WorkerState.DRAINING : running > 0 ? WorkerState.BUSY : WorkerState.IDLE;
        if (flow.routed() != routedBefore) {
            routedBefore = flow.routed();
            routedUntil = now.plus(STILL_ROUTED);
        }
        List<PartitionProgress> partitions = intake.partitions();
        return new Snapshot(
                state,
                running,
                scheduler.held(),
                scheduler.ready(),
                partitions.stream().map(partition -> partition.id().toString()).toList(),
                partitions.stream().map(PartitionProgress::fetchedUpTo).toList(),
                flow.pace().millis(now),
                now.isBefore(routedUntil));
    }
}
