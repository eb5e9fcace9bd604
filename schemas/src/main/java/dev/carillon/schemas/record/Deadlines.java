package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Until when a task may start: by its own word, or by default for as long as no topic can have deleted it unread. */
public final class Deadlines {
    /** So far the clock of a writer may be ahead of the broker's, which dates its record. */
    private static final Duration BETWEEN_CLOCKS = Duration.ofMinutes(1);

    private Deadlines() {}

    /** The instant before which the task must not start, as far as its own fields say; else when it was appended. */
    public static Instant earliestStart(Task task, Instant appended) {
        Instant start = appended;
        if (task.execTime() != null) {
            start = later(start, task.execTime().instant());
        }
        return later(start, task.notBefore());
    }

    /**
     * The deadline of a record that was read; refuses one that outlives the retention of the topics. The trigger counts six
     * days from its own clock: without a tolerance, a broker that is a millisecond behind it would cost the tick.
     */
    public static Instant of(Task task, Instant appended) {
        return checked(task, appended, BETWEEN_CLOCKS);
    }

    /** Refuses, before a task is sent, a deadline that outlives the retention of the topics. */
    public static void check(Task task, Instant now) {
        checked(task, now, Duration.ZERO);
    }

    private static Instant checked(Task task, Instant at, Duration tolerance) {
        Instant latest = earliestStart(task, at).plus(Limits.MAX_DEADLINE);
        Instant named = task.deadline();
        if (named == null) {
            return latest;
        }
        if (named.isAfter(latest.plus(tolerance))) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "deadline",
                    named + " is more than 6 days after the task may start",
                    "name one up to " + latest + ", or set notBefore");
        }
        return named;
    }

    /**
     * The task with the deadline that holds written into it, so that no retry and no redelivery starts the default anew.
     * A default is a little shorter than the longest that can be named: whoever reads the task next reckons with the
     * append time of another broker.
     */
    public static Task anchored(Task task, Instant appended) {
        Instant deadline = of(task, appended);
        return task.deadline() == null ? task.withTimes(task.notBefore(), deadline.minus(BETWEEN_CLOCKS)) : task;
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }
}
