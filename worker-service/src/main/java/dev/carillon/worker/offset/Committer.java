package dev.carillon.worker.offset;

import java.util.function.Consumer;

/** Commits batches one after the other, on a thread of its own. */
public interface Committer {
    /** What is known about a commit. */
    enum Outcome {
        COMMITTED,
        /** It may or may not have succeeded; nothing may be committed before a recovery. */
        IN_DOUBT,
        /** As IN_DOUBT, and its size may be the reason. */
        PERHAPS_TOO_LARGE,
        /** As IN_DOUBT, and one of its records is too large to be sent. */
        TOO_LARGE
    }

    /** Commits the batch and then calls back on its own thread. */
    void commit(CommitBatch batch, Consumer<Outcome> then);

    /** Ends any open transaction of this worker, and calls back when none can be left. */
    void recover(Runnable then);
}
