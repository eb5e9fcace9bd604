package dev.carillon.trigger.intake;

import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.OutcomesRead;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The records of one poll.
 *
 * @param state records of {@code trigger-state}
 * @param stateRead everything committed below this offset of {@code trigger-state} has been read
 * @param schedulesRead the same for {@code schedules}
 * @param calendarsRead the same for {@code calendars}
 * @param controlRead the same for {@code control}
 */
@RecordBuilder
public record IntakeBatch(
        List<InputRecord> state,
        List<InputRecord> schedules,
        List<InputRecord> calendars,
        List<InputRecord> control,
        long stateRead,
        long schedulesRead,
        long calendarsRead,
        long controlRead,
        OutcomesRead outcomes) {

    /** A batch without calendars and outcomes. */
    public IntakeBatch(
            List<InputRecord> state,
            List<InputRecord> schedules,
            List<InputRecord> control,
            long stateRead,
            long schedulesRead,
            long controlRead) {
        this(state, schedules, List.of(), control, stateRead, schedulesRead, 0, controlRead, OutcomesRead.NONE);
    }
}
