package dev.carillon.worker.execution;

/** What follows when something becomes of an attempt otherwise than by its handler's return. */
public interface AttemptListener {
    /** To be claimed: before it starts (CLAIMING), or while it runs. Called on the thread that polls. */
    void claimWanted(Attempt attempt);

    /** It ended by a timeout, a cancel or a drain. Called on any thread, and must not wait for another. */
    void ended(Attempt attempt);

    /** No result of it will be written here: another worker runs it again. Called on the thread that polls. */
    void dropped(Attempt attempt);

    /** It has run so long that people may want to see it. Called on the thread that polls. */
    void runsLong(Attempt attempt);
}
