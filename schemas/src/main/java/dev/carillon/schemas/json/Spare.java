package dev.carillon.schemas.json;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps memory for a thread's next document: allocating it for each record was a fourth of a worker's garbage. A second
 * {@link #take} before {@link #giveBack} allocates anew. For one thread.
 */
final class Spare<T> {
    private final Supplier<T> fresh;
    private @Nullable T kept;

    Spare(Supplier<T> fresh) {
        this.fresh = fresh;
    }

    /** What was given back last, with its old content, or something new. */
    T take() {
        T taken = kept;
        kept = null;
        return taken == null ? fresh.get() : taken;
    }

    /** The caller must not use it afterwards. */
    void giveBack(T given) {
        kept = given;
    }
}
