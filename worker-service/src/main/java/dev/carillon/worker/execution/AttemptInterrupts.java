package dev.carillon.worker.execution;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Signals running handlers to stop, as their attempts have ended. */
public final class AttemptInterrupts implements Consumer<Attempt> {
    private final Executor threads;

    public AttemptInterrupts(Executor threads) {
        this.threads = threads;
    }

    @Override
    public void accept(Attempt attempt) {
        // Not on the calling thread: a listener may take long, killing a process for example.
        threads.execute(() -> {
            attempt.signal().raise();
            AttemptRun run = attempt.run();
            if (run != null) {
                run.interrupt();
            }
        });
    }
}
