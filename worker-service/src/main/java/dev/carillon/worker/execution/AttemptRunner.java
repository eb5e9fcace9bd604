package dev.carillon.worker.execution;

/** Runs handlers on other threads, and reports when they have returned. */
public interface AttemptRunner {
    /** Calls the handler; its return, however late, is reported exactly once. */
    void start(Attempt attempt);

    /** Signals a running handler to stop, as its attempt has ended. */
    void interrupt(Attempt attempt);
}
