package dev.carillon.trigger.dispatch;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A slice whose fate is unknown, or that was aborted on purpose. */
public final class SliceFailed extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean rejected;

    public SliceFailed(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private SliceFailed(String message, @Nullable Throwable cause, boolean rejected) {
        super(message, cause);
        this.rejected = rejected;
    }

    /** One that was refused because another instance has begun a term since. */
    public static SliceFailed rejected(String message, @Nullable Throwable cause) {
        return new SliceFailed(message, cause, true);
    }

    /** Whether it was refused as that of a former leader, so that it surely is not in the log. */
    public boolean isRejected() {
        return rejected;
    }
}
