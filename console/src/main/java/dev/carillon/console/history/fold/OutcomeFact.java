package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.SkippedRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The final word on an execution; should its key be used again one day, the newest. */
public record OutcomeFact(
        Stamp stamp,
        OutcomeStatus status,
        int attempts,
        @Nullable String code,
        @Nullable String message,
        Instant decided,
        @Nullable SkippedRange skipped) {
    static OutcomeFact of(Outcome outcome, Stamp stamp) {
        return new OutcomeFact(
                stamp,
                outcome.status(),
                outcome.attempts(),
                outcome.code(),
                Texts.cut(outcome.message(), Texts.MESSAGE),
                outcome.decidedAt(),
                outcome.skipped());
    }

    static @Nullable OutcomeFact last(@Nullable OutcomeFact known, OutcomeFact told) {
        return known == null || known.stamp.isBefore(told.stamp) ? told : known;
    }
}
