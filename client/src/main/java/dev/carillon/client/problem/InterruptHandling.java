package dev.carillon.client.problem;

import java.util.concurrent.CancellationException;

/** Turns an interrupt into an exception that ends the call, and sets the thread's interrupt flag again. */
public final class InterruptHandling {
    private InterruptHandling() {}

    public static CancellationException toCancellation(InterruptedException interrupt) {
        Thread.currentThread().interrupt();
        CancellationException ended = new CancellationException("interrupted");
        ended.initCause(interrupt);
        return ended;
    }
}
