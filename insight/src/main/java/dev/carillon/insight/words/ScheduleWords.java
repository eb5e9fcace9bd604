package dev.carillon.insight.words;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.PutOffLimit;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;

/** Describes when a schedule fires, and refuses one that never would. */
public final class ScheduleWords {
    private ScheduleWords() {}

    /** Refuses a schedule that can't be planned, whose jitter puts off too many ticks, or whose period is over. */
    public static void requireFires(Schedule schedule, Instant now) {
        Timing timing = Timing.of(schedule);
        PutOffLimit.check(schedule, timing);
        // A single past instant is a missed tick, which is legal; a period that is over is a mistake.
        Instant until = schedule.when().until();
        boolean byTheClock = schedule.when().at() == null && !timing.isUnforeseeable();
        if (byTheClock && timing.next(now).isEmpty()) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    "until",
                    "nothing is planned between now and " + until,
                    "choose a later until, or leave it out");
        }
    }

    /** {@code cron 0 6 * * * (Europe/Berlin)}, {@code every 5s}, {@code at 2026-…}. */
    public static String when(FiringRule when) {
        if (when.cron() != null) {
            return "cron " + when.cron() + (when.zone() == null ? "" : " (" + when.zone() + ")");
        }
        if (when.every() != null) {
            return "every " + DurationText.format(when.every());
        }
        if (when.at() != null) {
            return "at " + when.at();
        }
        return when.afterEnd() != null ? DurationText.format(when.afterEnd()) + " after each run" : "after its parents";
    }
}
