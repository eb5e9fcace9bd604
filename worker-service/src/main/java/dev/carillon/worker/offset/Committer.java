package dev.carillon.worker.offset;

import java.util.function.Consumer;

/** Commits batches elsewhere than on the calling thread, one after the other. */
public interface Committer {
    /** What is known of a commit. */
    enum Outcome {
        COMMITTED,
        /** It may or may not stand; nothing may be committed before a recovery. */
        IN_DOUBT,
        /** As IN_DOUBT, and its size may be to blame. */
        PERHAPS_TOO_LARGE,
        /** As IN_DOUBT, and one of its records is too large to be sent. */
        TOO_LARGE
    }

    /** Commits the batch and then calls back, on a thread of its own. */
    void commit(Batch batch, Consumer<Outcome> then);

    /** Ends whatever is open under this worker's name and calls back when it is certain that nothing is. */
    void recover(Runnable then);
}
