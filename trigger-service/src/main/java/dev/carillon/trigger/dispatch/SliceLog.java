package dev.carillon.trigger.dispatch;

import dev.carillon.trigger.slice.SlicePlan;

/** Where slices are committed. Any exception means that what became of the last one is unknown. */
public interface SliceLog {
    /** Fences every earlier writer and ends its open slice; from now on only this one can commit. */
    void takeOver();

    /** The end of {@code trigger-state}, whether committed or not: all that earlier writers can have left lies before. */
    long stateEnd();

    /** Commits a slice and returns the offset of its watermark. */
    long commit(SlicePlan plan);

    /** Lets go of what {@link #takeOver} took. Never throws. */
    void letGo();
}
