package dev.carillon.standalone.cli;

import java.io.Serial;

/** The command has said what is wrong and only ends now. */
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
