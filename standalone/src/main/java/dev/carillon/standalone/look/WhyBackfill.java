package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Marker;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers for an execution that a backfill under way is going to make. */
final class WhyBackfill {
    private WhyBackfill() {}

    /** The answer, if the key belongs to what is left of the schedule's backfill. */
    static Optional<WhyAnswer> answer(TickFacts.Question question, WhyDraft draft, @Nullable Found<Marker> marker) {
        Backfill backfill =
                marker == null ? null : marker.value().arrangements().backfill();
        if (marker == null || backfill == null || question.at().getNano() != backfill.nanos()) {
            return Optional.empty();
        }
        Instant nominal = question.at().minusNanos(backfill.nanos());
        if (nominal.isBefore(backfill.next()) || !nominal.isBefore(backfill.to())) {
            return Optional.empty();
        }
        draft.saidBy(marker.at());
        draft.detail("Its range is " + BackfillWords.sentence(backfill) + ".");
        draft.next("carillon schedule backfill " + question.taskId());
        return Optional.of(draft.is(
                Verdict.WAITING,
                marker.value().pausedSince() == null
                        ? "The backfill that makes up for " + nominal + " has not come so far."
                        : "The backfill that makes up for " + nominal + " goes on when the schedule is resumed."));
    }
}
