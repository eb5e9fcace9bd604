package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import dev.carillon.standalone.render.Texts;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Answers why a tick did or did not run. The order of the questions matters: what became of the tick counts more than what
 * should have, and which definition was in force is asked of the slice that reached it, not of the clock.
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
            Found<Task> task = facts.trace().task();
            Long version = task == null ? null : task.value().scheduleVersion();
            remark(version == null ? Long.MAX_VALUE : version + 1);
            return draft.is(Verdict.DISPATCHED, TickTrace.sentence(facts));
        }
        long position = facts.reach().position();
        Optional<Definition> inForce = facts.definitions().inForceAt(position);
        Found<Result> skipped = facts.trace().skipped();
        if (skipped != null) {
            remark(position);
            Schedule schedule = inForce.map(Definition::schedule).orElse(null);
            return new WhySkipped(question, draft, skipped, schedule).answer();
        }
        if (facts.definitions().all().isEmpty()) {
            return neverDefined();
        }
        if (!question.isOfTicks()) {
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
        Definition last = facts.definitions().lastBefore(position);
        Definition later = facts.definitions().firstFrom(position);
        if (last != null && last.isDeletion()) {
            draft.saidBy(last.at());
            addPassed();
            if (later != null) {
                draft.detail("It was defined anew at " + later.at().appended() + ".");
                draft.saidBy(later.at());
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
            Definition first = facts.definitions().all().get(0);
            if (first.refusal() != null) {
                return neverAccepted(first, first.refusal());
            }
            draft.saidBy(first.at());
            return draft.is(
                    Verdict.DELETED,
                    "The schedule is deleted, since " + first.at().appended() + ".");
        }
        if (later.isRemembered()) {
            draft.saidBy(later.at());
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "Whether a definition was in force then is no longer known: only the last good one is still there,"
                            + " in the schedule's marker.");
        }
        if (facts.kept().schedules().isAfter(question.at())) {
            draft.saidBy(later.at());
            draft.detail(
                    "Definitions that were replaced are kept for seven days at least; the oldest one there is from "
                            + facts.kept().schedules() + ".");
            return draft.is(Verdict.NO_LONGER_KEPT, "Whether a definition was in force then is no longer known.");
        }
        return definedLater(later, reached);
    }

    private WhyAnswer neverAccepted(Definition refused, Definition.Refusal refusal) {
        draft.saidBy(refused.at());
        Found<Marker> marker = facts.marker();
        String code = marker == null ? null : marker.value().brokenCode();
        if (marker != null && code != null && refusal.deadLetter() == null) {
            draft.saidBy(marker.at());
            draft.next("carillon schedule apply -f FILE");
            String message = Objects.requireNonNullElse(marker.value().brokenMessage(), refusal.message());
            return draft.is(
                    Verdict.BROKEN,
                    "The schedule is parked, as its definition can't be planned any more: " + Texts.oneLine(message)
                            + " [" + code + "].");
        }
        if (refusal.deadLetter() != null) {
            draft.saidBy(refusal.deadLetter());
        } else {
            draft.detail("No dead letter says so; this is how the record reads from here.");
        }
        draft.next("carillon schedule apply -f FILE");
        return draft.is(
                Verdict.NEVER_ACCEPTED,
                "No definition of it was ever accepted: " + Texts.oneLine(refusal.message()) + " [" + refusal.code()
                        + "].");
    }

    private WhyAnswer definedLater(Definition later, boolean reached) {
        draft.saidBy(later.at());
        Instant appended = later.at().appended();
        Found<Slice> takenIn = facts.takenIn();
        if (takenIn != null) {
            draft.saidBy(takenIn.at());
        } else if (reached) {
            addPassed();
        }
        if (!Instant.ofEpochSecond(appended.getEpochSecond()).isBefore(question.at())) {
            return draft.is(
                    Verdict.DEFINED_LATER,
                    "The schedule was defined only after that, at " + appended + ": nothing was owed before.");
        }
        String when = takenIn == null
                ? "has not been taken in yet"
                : "was taken in only at " + takenIn.at().appended() + ", when all ticks up to "
                        + takenIn.value().before().due() + " were decided already";
        return draft.is(Verdict.DEFINED_LATER, "The schedule was defined at " + appended + ", but " + when + ".");
    }

    private void addPassed() {
        if (facts.passed() != null) {
            draft.saidBy(facts.passed().at());
        }
    }
}
