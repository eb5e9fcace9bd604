package dev.carillon.timing.cron;

import dev.carillon.schemas.schedule.Schedule;
import java.time.Instant;

/** A timing as with a bug in the evaluator: correct up to an instant, and failing after it. */
public final class BrittleTiming {
    private BrittleTiming() {}

    /** The schedule's own timing, which fails after the given instant. Equal for equal instants. */
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
