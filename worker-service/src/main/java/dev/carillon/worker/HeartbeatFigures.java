package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.worker.WorkerState;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.presence.WorkerSnapshot;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes what heartbeats report of a worker. Belongs to the polling thread. */
final class HeartbeatFigures {
    /** How long after its last routed task a worker counts as routed, as the trigger still relies on its heartbeats. */
    private static final Duration STILL_ROUTED = Duration.ofSeconds(5);

    private final FetchControl fetching;
    private final Ticker ticker;
    private long routedBefore;
    private @Nullable Deadline routedUntil;

    HeartbeatFigures(FetchControl fetching, Ticker ticker) {
        this.fetching = fetching;
        this.ticker = ticker;
    }

    WorkerSnapshot of(TaskFlow flow, boolean draining) {
        AttemptScheduler scheduler = flow.scheduler();
        int running = scheduler.running();
        WorkerState state = draining ? WorkerState.DRAINING : running > 0 ? WorkerState.BUSY : WorkerState.IDLE;
        if (flow.routed() != routedBefore) {
            routedBefore = flow.routed();
            routedUntil = Deadline.in(STILL_ROUTED, ticker);
        }
        List<PartitionProgress> partitions = fetching.partitions();
        return new WorkerSnapshot(
                state,
                running,
                scheduler.held(),
                scheduler.ready(),
                partitions.stream().map(partition -> partition.id().toString()).toList(),
                partitions.stream().map(PartitionProgress::fetchedUpTo).toList(),
                flow.slotTime().millis(ticker.nanos()),
                routedUntil != null && !routedUntil.isOver());
    }
}
