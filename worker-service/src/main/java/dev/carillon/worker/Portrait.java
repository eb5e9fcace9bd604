package dev.carillon.worker;

import dev.carillon.schemas.record.WorkerState;
import dev.carillon.worker.execution.Workbench;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.presence.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What heartbeats show of a worker. Belongs to the thread that polls. */
final class Portrait {
    /** Whoever routes may have nothing for this worker for a moment, and still goes by what it says. */
    private static final Duration STILL_ROUTED = Duration.ofSeconds(5);

    private final Intake intake;
    private long routedBefore;
    private Instant routedUntil = Instant.MIN;

    Portrait(Intake intake) {
        this.intake = intake;
    }

    Snapshot of(TaskFlow flow, boolean draining, Instant now) {
        Workbench workbench = flow.workbench();
        int running = workbench.running();
        WorkerState state = draining ? WorkerState.DRAINING : running > 0 ? WorkerState.BUSY : WorkerState.IDLE;
        if (flow.routed() != routedBefore) {
            routedBefore = flow.routed();
            routedUntil = now.plus(STILL_ROUTED);
        }
        List<PartitionProgress> partitions = intake.partitions();
        return new Snapshot(
                state,
                running,
                workbench.held(),
                workbench.inHand() - running,
                partitions.stream().map(partition -> partition.id().toString()).toList(),
                partitions.stream().map(PartitionProgress::fetchedUpTo).toList(),
                flow.pace().millis(now),
                now.isBefore(routedUntil));
    }
}
