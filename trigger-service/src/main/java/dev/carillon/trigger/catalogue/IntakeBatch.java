package dev.carillon.trigger.catalogue;

import java.util.List;

/**
 * What one poll brought.
 *
 * @param state records of {@code trigger-state}
 * @param stateRead everything committed below this offset of {@code trigger-state} has been read
 * @param schedulesRead the same for {@code schedules}
 * @param controlRead the same for {@code control}
 */
public record IntakeBatch(
        List<InputRecord> state,
        List<InputRecord> schedules,
        List<InputRecord> control,
        long stateRead,
        long schedulesRead,
        long controlRead,
        OutcomesRead outcomes) {

    /** A batch of an instance that doesn't lead. */
    public IntakeBatch(
            List<InputRecord> state,
            List<InputRecord> schedules,
            List<InputRecord> control,
            long stateRead,
            long schedulesRead,
            long controlRead) {
        this(state, schedules, control, stateRead, schedulesRead, controlRead, OutcomesRead.NONE);
    }
}
