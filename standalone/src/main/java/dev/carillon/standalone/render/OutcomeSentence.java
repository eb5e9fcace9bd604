package dev.carillon.standalone.render;

import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An outcome in words. */
public final class OutcomeSentence {
    /** Nobody who reads a clock calls a second late. */
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
        Times times = times(outcome);
        String took = took(times);
        if (outcome.attempts() <= 1) {
            return "ran " + punctuality(times) + (took.isEmpty() ? "" : ", " + took) + " (attempt 1)";
        }
        Instant finished = times.finished();
        String when = finished == null
                ? ""
                : ", "
                        + Texts.duration(
                                Duration.between(outcome.key().execTime().instant(), finished)) + " after its time";
        return "succeeded on attempt " + outcome.attempts() + " after failing " + Texts.times(outcome.attempts() - 1)
                + when;
    }

    private static String failed(Outcome outcome) {
        return "failed for good" + afterAttempts(outcome.attempts()) + reason(outcome) + "; it lies in dead-letters";
    }

    private static String skipped(Outcome outcome) {
        SkippedRange range = outcome.skipped();
        if (range == null) {
            return "was skipped" + reason(outcome);
        }
        String why =
                switch (range.reason()) {
                    case OVERLAP -> "the one before was still running";
                    case MISSED -> "they were missed while nobody kept time";
                    case COALESCED -> "a later one stands for them";
                    case CALENDAR -> "the calendar leaves them out";
                    case PAUSED -> "the schedule was paused";
                    case REQUESTED -> "somebody asked for it";
                    case BROKEN -> "the schedule was broken";
                    case DEPENDENCY -> "one that it depends on did not end as it must";
                };
        return range.count() == 1
                ? "skipped its tick of " + Texts.second(range.first()) + ": " + why
                : "skipped " + range.count() + " ticks from " + Texts.second(range.first()) + " to "
                        + Texts.second(range.last()) + ": " + why;
    }

    private static String afterAttempts(int attempts) {
        return attempts == 0 ? "" : " after " + Texts.count(attempts, "attempt", "attempts");
    }

    private static String reason(Outcome outcome) {
        String message = outcome.message();
        if (message == null || message.isBlank()) {
            return outcome.code() == null ? "" : ": " + outcome.code().toLowerCase(Locale.ROOT);
        }
        return ": " + Texts.oneLine(message);
    }

    private static String punctuality(Times times) {
        Instant scheduled = times.scheduled();
        Instant started = times.started();
        if (scheduled == null || started == null) {
            return "well";
        }
        Duration late = Duration.between(scheduled, started);
        return late.compareTo(ON_TIME) < 0 ? "on time" : Texts.duration(late) + " late";
    }

    private static String took(Times times) {
        Instant started = times.started();
        Instant finished = times.finished();
        return started == null || finished == null ? "" : "took " + Texts.duration(Duration.between(started, finished));
    }

    private static Times times(Outcome outcome) {
        @Nullable Result last = outcome.last();
        return last == null ? Times.NONE : last.times();
    }
}
