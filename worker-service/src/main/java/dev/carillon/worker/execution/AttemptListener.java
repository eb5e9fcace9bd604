package dev.carillon.worker.execution;

/** Callbacks for what happens to an attempt other than the return of its handler. */
public interface AttemptListener {
    /**
     * A claim must be written: before the attempt starts (CLAIMING), or while it runs. Called on the polling thread.
     */
    void claimWanted(Attempt attempt);

    /** It ended by a timeout, a deadline, a cancel or a drain. Called on any thread, and must not wait for another. */
    void ended(Attempt attempt);

    /** No result of it will be written here: another worker runs it again. Called on the polling thread. */
    void dropped(Attempt attempt);

    /** It has run so long that people may want to see it. Called on the polling thread. */
    void runsLong(Attempt attempt);
}
