package dev.carillon.trigger.dispatch.failure;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A slice that was aborted, or of which it is unknown whether it was committed. */
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

    /** A slice that Kafka rejected because another instance has begun a term since. */
    public static SliceFailed rejected(String message, @Nullable Throwable cause) {
        return new SliceFailed(message, cause, true);
    }

    /** Whether Kafka rejected it as that of a former leader, so that it is certainly not in the log. */
    public boolean isRejected() {
        return rejected;
    }
}
