package dev.carillon.trigger.cron;

import dev.carillon.schemas.record.Schedule;
import java.time.Instant;

/** A timing as a defect in our reckoning would make it: right up to an instant, and failing after it. */
public final class BrittleTiming {
    private BrittleTiming() {}

    /** The schedule's own timing, which can't say what comes after the given instant. Equal for equal times. */
    public static Timing failingAfter(Instant last, Schedule schedule) {
        Timing sound = Timing.of(schedule);
        return new Timing(
                sound,
                after -> {
                    if (after.isBefore(last)) {
                        return sound.next(after);
                    }
                    throw new ArithmeticException("long overflow");
                },
                schedule.when());
    }
}
