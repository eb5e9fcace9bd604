package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.CommitBatch;
import dev.carillon.worker.offset.Committer;
import dev.carillon.worker.offset.Committer.Outcome;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits one batch after the other. States: {@code IDLE} → {@code UNDER_WAY} → IDLE if it succeeds; else → {@code
 * RECOVERING} (a new producer ends the open transaction) → {@code READING_BACK} (the group's stored offsets show what
 * was committed) → IDLE. Nothing is sent again before it is known that it was not committed.
 *
 * <p>Under low load each end is committed at once. A transaction costs some milliseconds whether small or large, so
 * after one of {@link #BUSY} or more the next waits for {@code largeEnough} settlements, or until {@link #PACE} has
 * passed.
 */
final class CommitCycle {
    /** After a commit of this many settlements the next one is paced. */
    static final int BUSY = 64;

    static final Duration PACE = Duration.ofMillis(25);

    private enum State {
        IDLE,
        UNDER_WAY,
        RECOVERING,
        READING_BACK
    }

    private final PendingSettlements settlements;
    private final Committer committer;
    private final Inbox inbox;
    private final WorkerMeters meters;
    private final Ticker ticker;
    private final int largeEnough;
    private State state = State.IDLE;
    private @Nullable Deadline pacedUntil;

    /**
     * The commits of one worker.
     *
     * @param largeEnough how many waiting settlements end the pause of a paced commit
     */
    CommitCycle(
            PendingSettlements settlements,
            Committer committer,
            Inbox inbox,
            WorkerMeters meters,
            Ticker ticker,
            int largeEnough) {
        this.settlements = settlements;
        this.committer = committer;
        this.inbox = inbox;
        this.meters = meters;
        this.ticker = ticker;
        this.largeEnough = largeEnough;
    }

    int uncommitted() {
        return settlements.uncommitted();
    }

    /** Begins a commit if there is something to commit, none is under way, and it is time. */
    void commitNext(TaskSource source) {
        if (state == State.IDLE && isTime() && settlements.hasWork()) {
            begin(settlements.take(source.membership()));
        }
    }

    private boolean isTime() {
        Deadline paced = pacedUntil;
        return paced == null || paced.isOver() || settlements.waiting() >= largeEnough || settlements.hasNew();
    }

    /**
     * How long the next commit still waits for more settlements, so that a single end need not wake the polling thread:
     * null while a commit is under way, whose end wakes it; zero if the next one need not wait.
     */
    @Nullable
    Duration paced() {
        if (state == State.UNDER_WAY) {
            return null;
        }
        Deadline paced = pacedUntil;
        return state != State.IDLE || paced == null ? Duration.ZERO : paced.remaining();
    }

    private void begin(@Nullable CommitBatch batch) {
        if (batch != null) {
            state = State.UNDER_WAY;
            pacedUntil = batch.settlements().size() < BUSY ? null : Deadline.in(PACE, ticker);
            committer.commit(batch, outcome -> inbox.post(() -> ended(outcome)));
        }
    }

    private void ended(Outcome outcome) {
        meters.commit(outcome == Outcome.COMMITTED ? "committed" : "failed");
        if (outcome == Outcome.COMMITTED) {
            state = State.IDLE;
            settlements.committed();
            return;
        }
        settlements.failed(outcome);
        state = State.RECOVERING;
        committer.recover(() -> inbox.post(() -> state = State.READING_BACK));
    }

    /** After a recovery, reads from the group which offsets were committed. */
    void readBack(TaskSource source) {
        if (state != State.READING_BACK) {
            return;
        }
        List<InputPartition> assigned =
                settlements.assigned().stream().map(PartitionProgress::id).toList();
        Map<InputPartition, StoredPoint> stored = assigned.isEmpty() ? Map.of() : source.stored(assigned);
        if (stored != null) {
            state = State.IDLE;
            settlements.resolve(stored);
        }
    }

    /** Waits until no commit is under way. */
    boolean finish(TaskSource source, Deadline deadline) {
        try {
            while (state != State.IDLE && !deadline.isOver()) {
                if (state == State.READING_BACK) {
                    readBack(source);
                } else {
                    inbox.awaitOne(deadline);
                }
            }
        } catch (InterruptedException e) {
            // The thread is to end: the next owner runs again what is not committed now.
            Thread.currentThread().interrupt();
        }
        return state == State.IDLE;
    }

    /**
     * Commits all that is settled before a hand-over; the last batch marks every partition clean, unless results are
     * missing.
     *
     * @param settleFinished settles attempts that ended meanwhile; returns whether none is left
     */
    void handOver(TaskSource source, BooleanSupplier settleFinished, Deadline deadline) {
        boolean more = true;
        while (more && !deadline.isOver() && finish(source, deadline)) {
            boolean isAll = settleFinished.getAsBoolean();
            begin(isAll ? settlements.takeClean(source.membership()) : settlements.take(source.membership()));
            finish(source, deadline);
            more = settlements.uncommitted() > 0;
        }
    }

    void release(Collection<InputPartition> partitions) {
        settlements.release(partitions);
    }
}
