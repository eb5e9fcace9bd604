package dev.carillon.trigger.dispatch;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A slice whose fate is unknown, or that was aborted on purpose. */
public final class SliceFailed extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public SliceFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
