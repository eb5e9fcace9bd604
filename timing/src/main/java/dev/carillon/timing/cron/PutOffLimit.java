package dev.carillon.timing.cron;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Limits how many ticks of one schedule its jitter may put off at a time: each takes memory, and a record of its own
 * where a gap begins or ends.
 */
public final class PutOffLimit {
    public static final int MOST = 100;

    private static final int TIMES_LOOKED_AT = 50;

    private PutOffLimit() {}

    /** Throws if a schedule would put off more, judging by its first times. */
    public static void check(Schedule schedule, Timing timing) {
        Duration jitter = schedule.when().jitter();
        long most = mostPutOff(timing, jitter);
        if (most > MOST) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "jitter",
                    DurationText.format(jitter) + " would put off " + most + " ticks at a time, and at most " + MOST
                            + " may be",
                    "write a shorter jitter, or let it fire less often");
        }
    }

    private static long mostPutOff(Timing timing, Duration jitter) {
        long most = 0;
        try {
            Optional<Instant> tick = jitter.isZero() ? Optional.empty() : timing.next(Instant.EPOCH.minusSeconds(1));
            for (int looked = 0; looked < TIMES_LOOKED_AT && tick.isPresent(); looked++) {
                Instant end = tick.get().plus(jitter);
                most = Math.max(most, timing.count(tick.get().minusSeconds(1), end));
                tick = timing.next(end);
            }
        } catch (RuntimeException e) {
            return most; // The schedule is parked for that when its ticks are planned.
        }
        return most;
    }
}
