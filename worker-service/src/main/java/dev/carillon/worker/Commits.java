package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.Batch;
import dev.carillon.worker.offset.Committer;
import dev.carillon.worker.offset.Committer.Outcome;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.wire.InputPartition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One commit after the other. States: {@code IDLE} → {@code UNDER_WAY} → IDLE when it stands; else → {@code RECOVERING}
 * (the producer is opened anew, which ends whatever was open) → {@code READING_BACK} (what the group has stored decides
 * what of the batch stands) → IDLE. Nothing is ever sent again before it is known not to stand.
 */
final class Commits {
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
    private State state = State.IDLE;

    Commits(Settlements settlements, Committer committer, Inbox inbox, WorkerMeters meters) {
        this.settlements = settlements;
        this.committer = committer;
        this.inbox = inbox;
        this.meters = meters;
    }

    int uncommitted() {
        return settlements.uncommitted();
    }

    /** Begins a commit if there is something to commit and none is under way. */
    void commitNext(TaskSource source, int mayFetchMore) {
        if (state == State.IDLE && settlements.hasWork()) {
            begin(settlements.take(source.membership(), mayFetchMore));
        }
    }

    private void begin(@Nullable Batch batch) {
        if (batch != null) {
            state = State.UNDER_WAY;
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
    boolean finish(TaskSource source, Inbox news, Deadline deadline) {
        try {
            while (state != State.IDLE && !deadline.isOver()) {
                if (state == State.READING_BACK) {
                    readBack(source);
                } else {
                    news.awaitOne(deadline);
                }
            }
        } catch (InterruptedException e) {
            // The thread is to end: what is not committed now is run again by the next owner.
            Thread.currentThread().interrupt();
        }
        return state == State.IDLE;
    }

    /** Commits all that is settled, with every partition marked clean. */
    void handOver(TaskSource source, Inbox news, Deadline deadline) {
        boolean more = true;
        while (more && finish(source, news, deadline)) {
            begin(settlements.takeClean(source.membership()));
            finish(source, news, deadline);
            more = settlements.uncommitted() > 0 && !deadline.isOver();
        }
    }

    void release(Collection<InputPartition> partitions) {
        settlements.release(partitions);
    }
}
