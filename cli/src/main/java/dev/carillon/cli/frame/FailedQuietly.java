package dev.carillon.cli.frame;

import java.io.Serial;

/** Ends a command that has already printed what is wrong. */
public final class FailedQuietly extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public FailedQuietly(int exitCode) {
        super(null, null, false, false);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
