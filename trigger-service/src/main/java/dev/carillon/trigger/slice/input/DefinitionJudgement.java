package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.PutOffLimit;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.DefinitionRecord;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import org.jspecify.annotations.Nullable;

/** Checks a definition before it is applied (its queue, its calendar, its jitter), and works out its jitter. */
final class DefinitionJudgement {
    private DefinitionJudgement() {}

    /** Whether it names a calendar that does not exist, or is not known here yet. */
    static boolean lacksCalendar(DefinitionRecord definition, SlicePlanBuilder slice) {
        String calendar = definition instanceof DefinitionRecord.Good good
                ? good.schedule().when().calendar()
                : null;
        return calendar != null && slice.calendars().named(calendar) == null;
    }

    /** The definition, or why it can't be used: no such queue or calendar, or too many ticks put off. */
    static DefinitionRecord judged(DefinitionRecord definition, SlicePlanBuilder slice) {
        if (definition instanceof DefinitionRecord.Good good && lacksCalendar(definition, slice)) {
            String calendar = ContractException.shown(good.schedule().when().calendar());
            return new DefinitionRecord.Bad(
                    good.schedule().taskId(),
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar: " + calendar
                            + " does not exist; create it with: carillon calendar apply -f FILE, and apply the schedule"
                            + " again");
        }
        if (definition instanceof DefinitionRecord.Good good
                && !slice.queueExists(good.schedule().work().queue())) {
            String queue = good.schedule().work().queue();
            return new DefinitionRecord.Bad(
                    good.schedule().taskId(),
                    ErrorCode.UNKNOWN_QUEUE,
                    "queue: \"" + queue + "\" has no topics; create them with: carillon topics create --queue "
                            + queue);
        }
        return definition instanceof DefinitionRecord.Good good ? notTooManyPutOff(good) : definition;
    }

    private static DefinitionRecord notTooManyPutOff(DefinitionRecord.Good good) {
        try {
            PutOffLimit.check(good.schedule(), good.timing());
            return good;
        } catch (ContractException e) {
            return new DefinitionRecord.Bad(good.schedule().taskId(), e.code(), String.valueOf(e.getMessage()));
        }
    }

    static DefinitionRecord.Bad tooManyJitters(Schedule schedule) {
        return new DefinitionRecord.Bad(
                schedule.taskId(),
                ErrorCode.TOO_MANY_ENTRIES,
                "jitter: was changed " + ScheduleOverrides.MOST_JITTERS
                        + " times while ticks put off by earlier values were still to come; apply it again in an hour");
    }

    /**
     * Instants up to the watermark keep the jitter they had. Under another timing they are dropped: what the old timing
     * put off no longer fires, and the new one has nothing to put off yet.
     *
     * @param last the schedule's state under the same timing; null under another
     */
    static Jitter jitter(@Nullable ScheduleState last, Schedule schedule, DecidedUpTo floor) {
        if (last == null) {
            return Jitter.NONE.changedAt(
                    floor.due(), floor.due(), schedule.when().jitter());
        }
        // A gap is decided when it ends: until then its instants must stay what they were.
        DecidedUpTo decided = last.hasGap() && last.floor().compareTo(floor) < 0 ? last.floor() : floor;
        // The watermark may lie within an instant, at a taskId: schedules after that are not decided there yet.
        return last.jitter()
                .changedAt(floor.due(), last.decidedAt(decided), schedule.when().jitter());
    }

    /** Whether too many changes have to be remembered: each stays until all instants from before it are decided. */
    static boolean isTooLong(Jitter jitter) {
        return jitter.earlier().size() > ScheduleOverrides.MOST_JITTERS;
    }
}
