package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.Batch;
import dev.carillon.worker.offset.Committer;
import dev.carillon.worker.offset.Committer.Outcome;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One commit after the other. States: {@code IDLE} → {@code UNDER_WAY} → IDLE when it stands; else → {@code RECOVERING}
 * (the producer is opened anew, which ends whatever was open) → {@code READING_BACK} (what the group has stored decides
 * what of the batch stands) → IDLE. Nothing is ever sent again before it is known not to stand.
 *
 * <p>What has ended is committed at once, unless much ends: a transaction costs some milliseconds whatever its size, so after
 * a large one the next waits until it is as large, or {@link #PACE} have passed.
 */
final class Commits {
    /** After a commit of so many the next one is paced. */
    static final int BUSY = 64;

    static final Duration PACE = Duration.ofMillis(25);

    private enum State {
        IDLE,
        UNDER_WAY,
        RECOVERING,
        READING_BACK
    }

    private final Settlements settlements;
    private final Committer committer;
    private final Inbox inbox;
    private final WorkerMeters meters;
    private final Ticker ticker;
    private final int largeEnough;
    private State state = State.IDLE;
    private @Nullable Deadline pacedUntil;

    /**
     * Commits of one worker.
     *
     * @param largeEnough from how many on a paced commit waits no longer
     */
    Commits(
            Settlements settlements,
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
     * How long the next commit waits for company, with which a lone end does not wake the thread that polls: null if a commit
     * is under way, whose end wakes it; zero if the next one waits for nothing.
     */
    @Nullable
    Duration paced() {
        if (state == State.UNDER_WAY) {
            return null;
        }
        Deadline paced = pacedUntil;
        return state != State.IDLE || paced == null ? Duration.ZERO : paced.remaining();
    }

    private void begin(@Nullable Batch batch) {
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

    /** After a recovery: asks the group what stands. */
    void readBack(TaskSource source) {
        if (state != State.READING_BACK) {
            return;
        }
        List<InputPartition> assigned =
                settlements.assigned().stream().map(PartitionProgress::id).toList();
        Map<InputPartition, Point> stored = assigned.isEmpty() ? Map.of() : source.stored(assigned);
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
            // The thread is to end: what is not committed now is run again by the next owner.
            Thread.currentThread().interrupt();
        }
        return state == State.IDLE;
    }

    /**
     * Commits all that is settled, with every partition marked clean if nothing of it is in doubt.
     *
     * @param settleFinished takes in what has ended meanwhile, and says whether that is all of it
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
