package dev.carillon.trigger.dispatch.failure;

import java.io.Serial;

/** Records were read and not applied, so the state is incomplete. Only a restart helps, as it reads all again. */
public final class TakingInFailed extends Error {
    @Serial
    private static final long serialVersionUID = 1L;

    public TakingInFailed(RuntimeException cause) {
        super(
                "could not apply records that were read from Kafka or committed to it, so this instance may not go on: "
                        + cause,
                cause);
    }
}
