package dev.carillon.kit.stop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The one wish to stop that a process waits for; the first one counts. */
public final class StopSignal {
    private final CompletableFuture<Stop> stop = new CompletableFuture<>();

    /** Why to stop, and whether because something went wrong. */
    public record Stop(String reason, boolean failed) {}

    /** Returns false when the stop was already wished for. */
    public boolean request(String reason) {
        return stop.complete(new Stop(reason, false));
    }

    public boolean requestAfterFailure(String reason) {
        return stop.complete(new Stop(reason, true));
    }

    public boolean isRequested() {
        return stop.isDone();
    }

    /** Called at once when the stop was already wished for. */
    public void whenRequested(Runnable listener) {
        CompletableFuture<Void> unused = stop.thenRun(listener);
    }

    public Stop await() throws InterruptedException {
        try {
            return stop.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody completes this exceptionally", e);
        }
    }
}
