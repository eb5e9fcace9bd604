package dev.carillon.insight.words;

import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Describes an outcome in one sentence. */
public final class OutcomeSentence {
    /** A start within a second of its instant counts as on time. */
    private static final Duration ON_TIME = Duration.ofSeconds(1);

    private OutcomeSentence() {}

    /** The whole sentence: {@code report ran on time, took 12 ms (attempt 1)}. */
    public static String of(Outcome outcome) {
        return outcome.key().taskId() + " " + predicate(outcome);
    }

    /** The sentence without its subject. */
    public static String predicate(Outcome outcome) {
        return switch (outcome.status()) {
            case SUCCEEDED -> succeeded(outcome);
            case FAILED -> failed(outcome);
            case CANCELLED -> "was cancelled" + afterAttempts(outcome.attempts()) + reason(outcome);
            case EXPIRED -> "expired: its deadline passed" + afterAttempts(outcome.attempts()) + reason(outcome);
            case SKIPPED -> skipped(outcome);
        };
    }

    private static String succeeded(Outcome outcome) {
        AttemptTimes times = times(outcome);
        String took = took(times);
        if (outcome.attempts() <= 1) {
            return "ran " + punctuality(times) + (took.isEmpty() ? "" : ", " + took) + " (attempt 1)";
        }
        Instant finished = times.finished();
        String when = finished == null
                ? ""
                : ", "
                        + TextPieces.duration(
                                Duration.between(outcome.key().execTime().instant(), finished)) + " after its time";
        return "succeeded on attempt " + outcome.attempts() + " after failing "
                + TextPieces.times(outcome.attempts() - 1) + when;
    }

    private static String failed(Outcome outcome) {
        return "failed for good" + afterAttempts(outcome.attempts()) + reason(outcome) + "; moved to dead-letters";
    }

    private static String skipped(Outcome outcome) {
        SkippedRange range = outcome.skipped();
        if (range == null) {
            return "was skipped" + reason(outcome);
        }
        String why = range.reason().words();
        return range.count() == 1
                ? "skipped its tick of " + TextPieces.second(range.first()) + ": " + why
                : "skipped " + range.count() + " ticks from " + TextPieces.second(range.first()) + " to "
                        + TextPieces.second(range.last()) + ": " + why;
    }

    private static String afterAttempts(int attempts) {
        return attempts == 0 ? "" : " after " + TextPieces.count(attempts, "attempt", "attempts");
    }

    private static String reason(Outcome outcome) {
        String message = outcome.message();
        if (message == null || message.isBlank()) {
            return outcome.code() == null
                    ? ""
                    : ": " + TextPieces.oneLine(outcome.code()).toLowerCase(Locale.ROOT);
        }
        return ": " + TextPieces.oneLine(message);
    }

    private static String punctuality(AttemptTimes times) {
        Instant scheduled = times.scheduled();
        Instant started = times.started();
        if (scheduled == null || started == null) {
            return "successfully";
        }
        Duration late = Duration.between(scheduled, started);
        return late.compareTo(ON_TIME) < 0 ? "on time" : TextPieces.duration(late) + " late";
    }

    private static String took(AttemptTimes times) {
        Instant started = times.started();
        Instant finished = times.finished();
        return started == null || finished == null
                ? ""
                : "took " + TextPieces.duration(Duration.between(started, finished));
    }

    private static AttemptTimes times(Outcome outcome) {
        @Nullable Result last = outcome.last();
        return last == null ? AttemptTimes.NONE : last.times();
    }
}
