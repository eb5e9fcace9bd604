package dev.carillon.worker;

import org.jspecify.annotations.Nullable;

/** Ends the polling thread and with it the worker, which can't go on: others take over its partitions. */
final class WorkerBroken extends Error {
    private static final long serialVersionUID = 1;

    WorkerBroken(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
