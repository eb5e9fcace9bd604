package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.record.Positions;
import dev.carillon.trigger.slice.SlicePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where slices are committed. Any exception means that what became of the last one is unknown. */
public interface SliceLog {
    /** Fences every earlier writer and ends its open slice; from now on only this one can commit. */
    void takeOver();

    /** The end of {@code trigger-state}, whether committed or not: all that earlier writers can have left lies before. */
    long stateEnd();

    /** The end of {@code schedules}, whether committed or not. */
    long schedulesEnd();

    /** The input topic that is not the one of which these positions speak, in words. */
    Optional<String> lostInput(Positions applied);

    /**
     * From where on outcomes are to be read, one position a partition.
     *
     * @param applied what the slices committed so far have applied; none if they never read any
     */
    List<Long> outcomesFrom(List<Long> applied);

    /** How long before its instant a slice of ticks may be handed to {@link #commit}, which then waits for it. */
    Duration headStart();

    /** Commits a slice, not before the last instant that it decides about, and returns the offset of its watermark. */
    long commit(SlicePlan plan);

    /** Lets go of what {@link #takeOver} took. Never throws. */
    void letGo();
}
