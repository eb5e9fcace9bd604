package dev.carillon.insight.why;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers why a tick did or did not run. The order matters: records of the tick come before what was planned, and the
 * slice that decided it, not the clock, tells which definition was in force.
 */
public final class WhyTick {
    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;

    private WhyTick(TickFacts facts) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = new WhyDraft(question);
    }

    static WhyAnswer answer(TickFacts facts) {
        return new WhyTick(facts).answer();
    }

    private WhyAnswer answer() {
        if (!facts.trace().isEmpty()) {
            TickTrace.of(facts, draft);
            ReadValue<Task> task = facts.trace().task();
            Long version = task == null ? null : task.value().scheduleVersion();
            remark(version == null ? Long.MAX_VALUE : version + 1);
            return draft.is(Verdict.DISPATCHED, TickTrace.sentence(facts));
        }
        long position = facts.reach().position();
        Optional<DefinitionVersion> inForce = facts.definitions().inForceAt(position);
        ReadValue<Result> skipped = facts.trace().skipped();
        if (skipped != null) {
            remark(position);
            Schedule schedule = inForce.map(DefinitionVersion::schedule).orElse(null);
            return new WhySkipped(question, draft, skipped, schedule).answer();
        }
        if (facts.definitions().all().isEmpty()) {
            return neverDefined();
        }
        if (!question.mayBeTick()) {
            return new WhyBackfill(facts, draft).answer();
        }
        if (facts.definitions().mayLackThatOf(facts.reach().due())) {
            return noLongerKnown();
        }
        if (inForce.isEmpty()) {
            return nothingInForce(position, facts.reach().decided());
        }
        return new WhyInForce(facts, draft, inForce.get()).answer();
    }

    private void remark(long position) {
        facts.definitions().inForceAt(position).ifPresent(definition -> new WhyClocks(question, draft, definition)
                .remark());
    }

    private WhyAnswer neverDefined() {
        draft.next("carillon schedule list");
        return draft.is(
                Verdict.UNKNOWN_SCHEDULE,
                "No schedule of this name was ever defined, as far back as definitions are kept.");
    }

    private WhyAnswer noLongerKnown() {
        DefinitionVersion first = facts.definitions().all().get(0);
        draft.cite(first.at());
        draft.detail("Replaced definitions are kept for at least seven days; the oldest one still kept is from "
                + first.at().appended() + ".");
        return draft.is(Verdict.NO_LONGER_KEPT, "Whether a definition was in force then is no longer known.");
    }

    private WhyAnswer nothingInForce(long position, boolean reached) {
        DefinitionVersion deletion = facts.definitions().deletionBefore(position);
        DefinitionVersion last = facts.definitions().lastBefore(position);
        DefinitionVersion later = facts.definitions().firstFrom(position);
        if (deletion != null) {
            return deleted(deletion, last, later);
        }
        if (last == null && later == null) {
            // Only refusals and deletions, all of them younger than the tick.
            DefinitionVersion first = facts.definitions().all().get(0);
            return first.refusal() == null ? deletedLater(first) : neverAccepted(first, first.refusal());
        }
        if (last != null && last.refusal() != null) {
            if (later == null || last.refusal().deadLetter() == null) {
                return neverAccepted(last, last.refusal());
            }
            refused(last, last.refusal());
        }
        DefinitionVersion first = Objects.requireNonNull(later);
        if (first.isRemembered()) {
            draft.cite(first.at());
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "Whether a definition was in force then is no longer known: only the last good one is still kept,"
                            + " in the schedule's marker.");
        }
        return definedLater(first, reached);
    }

    private WhyAnswer deleted(
            DefinitionVersion deletion, @Nullable DefinitionVersion last, @Nullable DefinitionVersion later) {
        draft.cite(deletion.at());
        citePassed();
        if (last != null && last.refusal() != null) {
            refused(last, last.refusal());
        }
        if (later != null) {
            draft.detail("It was defined again at " + later.at().appended() + ".");
            draft.cite(later.at());
        }
        return draft.is(
                Verdict.DELETED,
                "The schedule had been deleted at " + deletion.at().appended() + ".");
    }

    private void refused(DefinitionVersion refused, DefinitionVersion.Refusal refusal) {
        draft.detail("The definition that was written at " + refused.at().appended() + " was refused: "
                + TextPieces.oneLine(refusal.message()) + " [" + refusal.code() + "].");
        draft.cite(refusal.deadLetter() == null ? refused.at() : refusal.deadLetter());
    }

    private WhyAnswer deletedLater(DefinitionVersion deletion) {
        draft.cite(deletion.at());
        return draft.is(
                Verdict.NO_LONGER_KEPT,
                "Which definition was in force then is no longer known: the schedule was deleted later, at "
                        + deletion.at().appended() + ", and its definition is no longer kept.");
    }

    private WhyAnswer neverAccepted(DefinitionVersion refused, DefinitionVersion.Refusal refusal) {
        draft.cite(refused.at());
        ReadValue<Marker> marker = facts.marker();
        String code = marker == null ? null : marker.value().brokenCode();
        if (marker != null && code != null && refusal.deadLetter() == null) {
            draft.cite(marker.at());
            draft.next("carillon schedule apply -f FILE");
            String message = Objects.requireNonNullElse(marker.value().brokenMessage(), refusal.message());
            return draft.is(
                    Verdict.BROKEN,
                    "The schedule is parked because its definition can't be planned any more: "
                            + TextPieces.oneLine(message) + " [" + code + "].");
        }
        if (refusal.deadLetter() != null) {
            draft.cite(refusal.deadLetter());
        } else {
            draft.detail("No dead letter confirms this; it is what this command finds wrong with the record.");
        }
        if (facts.definitions().lastUsable().isPresent()) {
            return draft.is(
                    Verdict.BROKEN,
                    "The definition of that time can't be used: " + TextPieces.oneLine(refusal.message()) + " ["
                            + refusal.code() + "].");
        }
        draft.next("carillon schedule apply -f FILE");
        return draft.is(
                Verdict.NEVER_ACCEPTED,
                "No definition of the schedule was ever accepted: " + TextPieces.oneLine(refusal.message()) + " ["
                        + refusal.code() + "].");
    }

    private WhyAnswer definedLater(DefinitionVersion later, boolean reached) {
        Schedule schedule = later.schedule();
        if (schedule != null && question.at().equals(schedule.when().at())) {
            // The one instant of a definition is decided even if it is over when the definition is read.
            return isRead(later) ? new WhyInForce(facts, draft, later).answer() : notRead(later);
        }
        draft.cite(later.at());
        Instant appended = later.at().appended();
        ReadValue<Slice> takenIn = facts.takenIn();
        if (takenIn != null) {
            draft.cite(takenIn.at());
        } else if (reached) {
            citePassed();
        }
        if (!Instant.ofEpochSecond(appended.getEpochSecond()).isBefore(question.at())) {
            return draft.is(
                    Verdict.DEFINED_LATER,
                    "The schedule was defined only after that, at " + appended + ", and has no earlier ticks.");
        }
        String when = "it was read only when that was already decided";
        if (takenIn != null) {
            when = "it was read only at " + takenIn.at().appended() + ", when all ticks up to "
                    + takenIn.value().before().due() + " were already decided";
        } else if (!isRead(later)) {
            when = "no trigger has read it yet";
        }
        return draft.is(Verdict.DEFINED_LATER, "The schedule was defined at " + appended + ", but " + when + ".");
    }

    private boolean isRead(DefinitionVersion definition) {
        ReadValue<Watermark> watermark = facts.trigger().watermark();
        return watermark != null && watermark.value().positions().schedules() > definition.position();
    }

    private WhyAnswer notRead(DefinitionVersion definition) {
        draft.cite(definition.at());
        draft.next("carillon run trigger");
        return draft.is(
                Verdict.NOT_DECIDED_YET,
                "Its definition was written at " + definition.at().appended()
                        + ", and no trigger has read it yet. It will be decided when one does.");
    }

    private void citePassed() {
        if (facts.passed() != null) {
            draft.cite(facts.passed().at());
        }
    }
}
