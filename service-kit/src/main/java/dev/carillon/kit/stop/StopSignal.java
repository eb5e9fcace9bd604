package dev.carillon.kit.stop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The request to stop that a process waits for; only the first request counts. */
public final class StopSignal {
    private final CompletableFuture<Stop> stop = new CompletableFuture<>();

    /** The reason of a stop, and whether it is a failure. */
    public record Stop(String reason, boolean failed) {}

    /** Returns false if a stop was requested already. */
    public boolean request(String reason) {
        return stop.complete(new Stop(reason, false));
    }

    public boolean requestAfterFailure(String reason) {
        return stop.complete(new Stop(reason, true));
    }

    public boolean isRequested() {
        return stop.isDone();
    }

    /** Calls the listener when a stop is requested, at once if that has happened already. */
    public void whenRequested(Runnable listener) {
        CompletableFuture<Void> unused = stop.thenRun(listener);
    }

    public Stop await() throws InterruptedException {
        try {
            return stop.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a request to stop is never completed exceptionally", e);
        }
    }
}
