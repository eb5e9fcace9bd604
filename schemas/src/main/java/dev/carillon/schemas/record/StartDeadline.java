package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.work.Limits;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Until when a task may start: its own deadline, or by default as long as no topic can have deleted it unread. */
public final class StartDeadline {
    private StartDeadline() {}

    /** The earliest start of a task: the latest of its append time, its execTime and its notBefore. */
    public static Instant earliestStart(Task task, Instant appended) {
        Instant start = appended;
        if (task.execTime() != null) {
            start = later(start, task.execTime().instant());
        }
        return later(start, task.notBefore());
    }

    /**
     * The effective deadline of a record that was read; refuses one that exceeds the retention of the topics. The trigger
     * counts six days from its own clock: without a tolerance, a tick would be lost if the broker is a millisecond behind.
     */
    public static Instant of(Task task, Instant appended) {
        return checked(task, appended, AgreedDurations.SUBMITTER_SKEW);
    }

    /** Refuses, before a task is sent, a deadline that exceeds the retention of the topics. */
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
     * The task with its effective deadline, so that a retry or redelivery does not restart the default. A default is a
     * little shorter than the longest allowed deadline, as the next reader checks it against another broker's append
     * time.
     */
    public static Task anchored(Task task, Instant appended) {
        Instant deadline = of(task, appended);
        return task.deadline() == null
                ? task.withTimes(task.notBefore(), deadline.minus(AgreedDurations.SUBMITTER_SKEW))
                : task;
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }
}
