package dev.carillon.trigger.dispatch;

import java.io.Serial;

/** What is known here has a hole: records were read and not kept. Only starting anew and reading all again mends that. */
final class TakingInFailed extends Error {
    @Serial
    private static final long serialVersionUID = 1L;

    TakingInFailed(RuntimeException cause) {
        super(
                "could not take in what was read from Kafka or committed to it, so this instance may not go on: "
                        + cause,
                cause);
    }
}
