package dev.carillon.schemas.json;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a buffer for a thread's next document: allocating one per record was a fourth of a worker's garbage. A second
 * {@link #take} before {@link #giveBack} allocates another. For one thread.
 */
final class SpareMemory<T> {
    private final Supplier<T> fresh;
    private @Nullable T kept;

    SpareMemory(Supplier<T> fresh) {
        this.fresh = fresh;
    }

    /** The buffer given back last, with its old content, or a new one. */
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
