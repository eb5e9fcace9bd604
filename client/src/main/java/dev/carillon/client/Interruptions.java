package dev.carillon.client;

import java.util.concurrent.CancellationException;

/** What becomes of an interrupt: it stays noted on the thread, and the command ends. */
final class Interruptions {
    private Interruptions() {}

    static CancellationException noted(InterruptedException interrupt) {
        Thread.currentThread().interrupt();
        CancellationException ended = new CancellationException("interrupted");
        ended.initCause(interrupt);
        return ended;
    }
}
