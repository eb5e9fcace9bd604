package dev.carillon.worker.execution;

/** Runs handlers elsewhere than on the calling thread, and reports when they have returned. */
public interface AttemptRunner {
    /** Calls the handler; its return, however late, is reported exactly once. */
    void start(Attempt attempt);

    /** Tells a running handler that its end is not waited for any more. */
    void interrupt(Attempt attempt);
}
