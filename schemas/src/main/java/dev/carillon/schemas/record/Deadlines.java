package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Until when a task may start: by its own word, or by default for as long as no topic can have deleted it unread. */
public final class Deadlines {
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

    /** The deadline that holds; refuses one that outlives the retention of the topics. */
    public static Instant of(Task task, Instant appended) {
        Instant latest = earliestStart(task, appended).plus(Limits.MAX_DEADLINE);
        Instant named = task.deadline();
        if (named != null && named.isAfter(latest)) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "deadline",
                    named + " is more than 6 days after the task may start",
                    "name one up to " + latest + ", or set notBefore");
        }
        return named == null ? latest : named;
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
