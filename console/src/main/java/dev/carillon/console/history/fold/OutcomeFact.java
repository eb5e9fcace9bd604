package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The outcome of an execution; if its key was used again, the newest one. */
public record OutcomeFact(
        RecordStamp stamp,
        OutcomeStatus status,
        int attempts,
        @Nullable String code,
        @Nullable String message,
        Instant decided,
        @Nullable SkippedRange skipped) {
    static OutcomeFact of(Outcome outcome, RecordStamp stamp) {
        return new OutcomeFact(
                stamp,
                outcome.status(),
                outcome.attempts(),
                outcome.code(),
                TextLimits.cut(outcome.message(), TextLimits.MESSAGE),
                outcome.decidedAt(),
                outcome.skipped());
    }

    static @Nullable OutcomeFact last(@Nullable OutcomeFact known, OutcomeFact added) {
        return known == null || known.stamp.isBefore(added.stamp) ? added : known;
    }
}
