package dev.carillon.insight.why;

import dev.carillon.insight.words.OutcomeSentence;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import java.time.Duration;
import java.util.Objects;

/** Answers for a tick that became a task. */
final class TickTrace {
    private TickTrace() {}

    static String sentence(TickFacts facts) {
        TickFacts.Trace trace = facts.trace();
        if (trace.outcome() != null) {
            return "It " + OutcomeSentence.predicate(trace.outcome().value()) + ".";
        }
        Result last = trace.latest();
        if (last == null) {
            return Boolean.FALSE.equals(trace.served())
                    ? "It became a task, but no live worker serves " + what(trace) + "."
                    : "It became a task; no worker has reported on it yet.";
        }
        return "It became a task and is under way: attempt " + last.attempt() + " " + status(last) + ".";
    }

    private static String what(TickFacts.Trace trace) {
        Task task = Objects.requireNonNull(trace.task()).value();
        return "type " + task.work().type() + " in queue " + task.work().queue();
    }

    private static String status(Result result) {
        String message = result.message() == null ? "" : ": " + TextPieces.oneLine(result.message());
        return switch (result.status()) {
            case STARTED -> "has started";
            case SUCCEEDED -> "succeeded; its outcome is about to be written";
            case FAILED -> "failed" + message;
            case TIMED_OUT -> "timed out";
            case CANCELLED -> "was cancelled";
            case LOST -> "was lost with its worker";
            case EXPIRED -> "expired" + message;
            case HANDED_BACK -> "was handed back by its worker and will be started again";
            case SKIPPED -> "was skipped";
        };
    }

    /** Adds the records as evidence, and further details. */
    static void of(TickFacts facts, WhyDraft draft) {
        TickFacts.Trace trace = facts.trace();
        if (trace.task() != null) {
            draft.cite(trace.task().at());
            Duration after =
                    Duration.between(facts.question().at(), trace.task().at().appended());
            Task task = trace.task().value();
            if (task.origin() == Origin.BACKFILL) {
                draft.detail(
                        "It is an execution of a backfill and makes up for the instant " + task.nominalTime() + ".");
            }
            String when = after.isNegative() ? " early and became visible at its time" : " after its time";
            draft.detail("Its task was written " + TextPieces.duration(after) + when
                    + (trace.task().value().scheduleVersion() == null
                            ? "."
                            : ", by the definition at position "
                                    + trace.task().value().scheduleVersion() + "."));
        }
        trace.results().forEach(result -> draft.cite(result.at()));
        if (trace.outcome() != null) {
            Outcome outcome = trace.outcome().value();
            draft.cite(trace.outcome().at());
            draft.detail("It took " + TextPieces.count(outcome.attempts(), "attempt", "attempts") + ".");
        } else if (Boolean.FALSE.equals(trace.served())) {
            draft.next("carillon workers");
        }
        draft.next("carillon status " + facts.question().key());
    }
}
