package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What lists and counts show of an execution, computed from its facts.
 *
 * @param awaited when the next record about it is due; null if it has ended
 * @param error of its last failed attempt, else of a failed or expired outcome; null if nothing failed
 * @param due when its first attempt might start
 * @param took from the first start to the end; null until both are known
 * @param late from due to the first start; null for a backfill, whose instants are past by design
 */
@RecordBuilder
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

    /** The summary of these facts. */
    public static RunSummary of(RunFacts facts) {
        DerivedState derived = DerivedState.of(facts);
        TaskFact task = facts.task();
        OutcomeFact outcome = facts.outcome();
        EndFact failed = last(facts, end -> end.status().isFailure());
        Instant due = due(facts);
        Instant started = started(facts);
        Instant ended = outcome == null ? null : outcome.decided();
        Instant finished = finished(facts);
        EndFact unsuccessful = last(facts, end -> isUnsuccessful(end.status()));
        AttemptFacts last = facts.last();
        return RunSummaryBuilder.builder()
                .state(derived.state())
                .awaited(derived.awaited())
                .attempts(attempts(last, outcome))
                .code(unsuccessful != null ? unsuccessful.code() : outcome == null ? null : outcome.code())
                .message(unsuccessful != null ? unsuccessful.message() : outcome == null ? null : outcome.message())
                .error(error(outcome, failed))
                .worker(worker(facts))
                .due(due)
                .started(started)
                .ended(ended)
                .took(ended == null ? null : between(started, finished == null ? ended : finished))
                .late(task != null && task.origin() == Origin.BACKFILL ? null : between(due, started))
                .build();
    }

    /** An attempt that was cancelled before it began is none, as its outcome says. */
    private static int attempts(@Nullable AttemptFacts last, @Nullable OutcomeFact outcome) {
        if (outcome != null) {
            return outcome.attempts();
        }
        return last == null ? 0 : last.number();
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

    private static boolean isUnsuccessful(ResultStatus status) {
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

    /** The nominal time of a tick, else notBefore, else when its first task was appended. */
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

    /**
     * Clocks differ, so a negative time becomes zero; a notBefore may be any instant, so the time is bounded. Rows store
     * microseconds: a finer time would be counted in one class when it is added and in another when it is subtracted.
     */
    private static @Nullable Duration between(@Nullable Instant from, @Nullable Instant to) {
        if (from == null || to == null) {
            return null;
        }
        Duration between = Duration.between(from.truncatedTo(ChronoUnit.MICROS), to.truncatedTo(ChronoUnit.MICROS));
        if (between.isNegative()) {
            return Duration.ZERO;
        }
        return between.compareTo(LONGEST) > 0 ? LONGEST : between;
    }
}
