package dev.carillon.insight.why;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

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

    private WhyAnswer nothingInForce(long position, boolean reached) {
        DefinitionVersion last = facts.definitions().lastBefore(position);
        DefinitionVersion later = facts.definitions().firstFrom(position);
        if (last != null && last.isDeletion()) {
            draft.cite(last.at());
            citePassed();
            if (later != null) {
                draft.detail("It was defined again at " + later.at().appended() + ".");
                draft.cite(later.at());
            }
            return draft.is(
                    Verdict.DELETED,
                    "The schedule had been deleted at " + last.at().appended() + ".");
        }
        if (last != null && last.refusal() != null) {
            return neverAccepted(last, last.refusal());
        }
        if (later == null) {
            // Only refusals, all of them younger than the tick.
            DefinitionVersion first = facts.definitions().all().get(0);
            if (first.refusal() != null) {
                return neverAccepted(first, first.refusal());
            }
            draft.cite(first.at());
            return draft.is(
                    Verdict.DELETED, "The schedule was deleted at " + first.at().appended() + ".");
        }
        if (later.isRemembered()) {
            draft.cite(later.at());
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "Whether a definition was in force then is no longer known: only the last good one is still kept,"
                            + " in the schedule's marker.");
        }
        if (facts.kept().schedules().isAfter(question.at())) {
            draft.cite(later.at());
            draft.detail("Replaced definitions are kept for at least seven days; the oldest one still kept is from "
                    + facts.kept().schedules() + ".");
            return draft.is(Verdict.NO_LONGER_KEPT, "Whether a definition was in force then is no longer known.");
        }
        return definedLater(later, reached);
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
        draft.next("carillon schedule apply -f FILE");
        return draft.is(
                Verdict.NEVER_ACCEPTED,
                "No definition of the schedule was ever accepted: " + TextPieces.oneLine(refusal.message()) + " ["
                        + refusal.code() + "].");
    }

    private WhyAnswer definedLater(DefinitionVersion later, boolean reached) {
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
        String when = takenIn == null
                ? "no trigger has read it yet"
                : "it was read only at " + takenIn.at().appended() + ", when all ticks up to "
                        + takenIn.value().before().due() + " were already decided";
        return draft.is(Verdict.DEFINED_LATER, "The schedule was defined at " + appended + ", but " + when + ".");
    }

    private void citePassed() {
        if (facts.passed() != null) {
            draft.cite(facts.passed().at());
        }
    }
}
