package dev.carillon.standalone.cli;

import java.io.Serial;

/** Ends a command that has already printed what is wrong. */
final class FailedQuietly extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    FailedQuietly(int exitCode) {
        super(null, null, false, false);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
