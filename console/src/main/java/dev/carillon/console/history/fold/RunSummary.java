package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What lists show of an execution and counts are made of, all of it computed from its facts.
 *
 * @param awaited when the next sign of life is due; null for what has ended
 * @param error what its last unsuccessful attempt failed of; null where none failed
 * @param due when its first attempt might start
 * @param took from the first start to the end; null where one is not known
 * @param late from due to the first start; null for a backfill, which makes up for instants that are long gone
 */
public record RunSummary(
        ExecutionState state,
        @Nullable Instant awaited,
        int attempts,
        @Nullable String code,
        @Nullable String message,
        @Nullable ErrorKind error,
        @Nullable String worker,
        @Nullable Instant due,
        @Nullable Instant started,
        @Nullable Instant ended,
        @Nullable Duration took,
        @Nullable Duration late) {
    private static final Duration LONGEST = Duration.ofDays(3_650);

    /** The summary of what is known now. */
    public static RunSummary of(RunFacts facts) {
        Standing standing = Standing.of(facts);
        TaskFact task = facts.task();
        OutcomeFact outcome = facts.outcome();
        EndFact failed = last(facts, EndFact::isFailure);
        Instant due = due(facts);
        Instant started = started(facts);
        Instant ended = outcome == null ? null : outcome.decided();
        Instant finished = finished(facts);
        EndFact unhappy = last(facts, end -> isUnhappy(end.status()));
        AttemptFacts last = facts.last();
        return new RunSummary(
                standing.state(),
                standing.awaited(),
                Math.max(last == null ? 0 : last.number(), outcome == null ? 0 : outcome.attempts()),
                unhappy != null ? unhappy.code() : outcome == null ? null : outcome.code(),
                unhappy != null ? unhappy.message() : outcome == null ? null : outcome.message(),
                error(outcome, failed),
                worker(facts),
                due,
                started,
                ended,
                ended == null ? null : between(started, finished == null ? ended : finished),
                task != null && task.origin() == Origin.BACKFILL ? null : between(due, started));
    }

    private static @Nullable ErrorKind error(@Nullable OutcomeFact outcome, @Nullable EndFact failed) {
        if (failed != null) {
            return ErrorKind.of(failed.code(), failed.message());
        }
        if (outcome == null) {
            return null;
        }
        boolean bad = outcome.status() == OutcomeStatus.FAILED || outcome.status() == OutcomeStatus.EXPIRED;
        return bad ? ErrorKind.of(outcome.code(), outcome.message()) : null;
    }

    private static boolean isUnhappy(ResultStatus status) {
        return switch (status) {
            case FAILED, TIMED_OUT, LOST, CANCELLED, EXPIRED -> true;
            case STARTED, SUCCEEDED, HANDED_BACK, SKIPPED -> false;
        };
    }

    private static @Nullable EndFact last(RunFacts facts, Predicate<EndFact> wanted) {
        EndFact last = null;
        for (AttemptFacts attempt : facts.attempts()) {
            EndFact end = attempt.end();
            if (end != null && wanted.test(end)) {
                last = end;
            }
        }
        return last;
    }

    private static @Nullable String worker(RunFacts facts) {
        String worker = null;
        for (AttemptFacts attempt : facts.attempts()) {
            worker = attempt.worker() == null ? worker : attempt.worker();
        }
        return worker;
    }

    private static @Nullable Instant started(RunFacts facts) {
        for (AttemptFacts attempt : facts.attempts()) {
            if (attempt.started() != null) {
                return attempt.started();
            }
        }
        return null;
    }

    private static @Nullable Instant finished(RunFacts facts) {
        AttemptFacts last = facts.last();
        EndFact end = last == null ? null : last.end();
        return end == null ? null : end.finished();
    }

    /** A tick's nominal time; else its notBefore; else when it was asked for. */
    private static @Nullable Instant due(RunFacts facts) {
        TaskFact task = facts.task();
        OutcomeFact outcome = facts.outcome();
        if (outcome != null && outcome.skipped() != null) {
            return outcome.skipped().first();
        }
        if (task != null && task.nominal() != null) {
            return task.nominal();
        }
        if (task != null && task.notBefore() != null && task.attempt() == 1) {
            return task.notBefore();
        }
        if (task != null && !task.secondHand() && task.attempt() == 1) {
            return Instant.ofEpochMilli(task.stamp().at());
        }
        AttemptFacts first = facts.first();
        EndFact end = first == null ? null : first.end();
        return end == null ? null : end.scheduled();
    }

    /** Clocks of several machines: what would be negative took no time. An instant that somebody chose may be any. */
    private static @Nullable Duration between(@Nullable Instant from, @Nullable Instant to) {
        if (from == null || to == null) {
            return null;
        }
        Duration between = Duration.between(from, to);
        if (between.isNegative()) {
            return Duration.ZERO;
        }
        return between.compareTo(LONGEST) > 0 ? LONGEST : between;
    }
}
