package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Commits slices. After any exception it is unknown whether the last slice was committed. */
public interface SliceLog {
    /** Fences every earlier writer and ends its open slice; from now on only this one can commit. */
    void takeOver();

    /** The end of {@code trigger-state} behind uncommitted records: earlier writers have left nothing beyond it. */
    long stateEnd();

    /** The end of {@code schedules} behind uncommitted records. */
    long schedulesEnd();

    /** The message that an input topic was created again, as it ends before these positions; empty if none was. */
    Optional<String> lostInput(InputPositions applied);

    /**
     * The positions from which outcomes are to be read, one for each partition.
     *
     * @param applied the positions that committed slices have applied; empty if they never read outcomes
     */
    List<Long> outcomesFrom(List<Long> applied);

    /** How long before its instant a slice of ticks may be passed to {@link #commit}, which waits for the instant. */
    Duration headStart();

    /** Commits a slice, not before the last instant that it decides, and returns the offset of its watermark. */
    long commit(SlicePlan plan);

    /** Closes what {@link #takeOver} opened. Never throws. */
    void letGo();
}
