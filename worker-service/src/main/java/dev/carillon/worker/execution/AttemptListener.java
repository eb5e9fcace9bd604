package dev.carillon.worker.execution;

/** What the owner of a workbench does about an attempt. */
public interface AttemptListener {
    /** To be claimed: before it starts (CLAIMING), or while it runs. */
    void claimWanted(Attempt attempt);

    void ended(Attempt attempt);

    /** Nothing will be said of it here: another worker runs it again. */
    void dropped(Attempt attempt);

    /** Has run so long that people may want to see it. */
    void runsLong(Attempt attempt);
}
