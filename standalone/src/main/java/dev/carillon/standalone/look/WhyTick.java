package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import dev.carillon.standalone.render.Texts;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        Optional<WhyAnswer> backfilled = question.lost() == null
                ? WhyBackfill.answer(question, draft, facts.trigger().markers().get(question.taskId()))
                : Optional.empty();
        if (backfilled.isPresent()) {
            return backfilled.get();
        }
        Found<Watermark> watermark = facts.trigger().watermark();
        boolean reached = watermark != null && watermark.value().reached().compareTo(question.reached()) >= 0;
        long position = position(watermark, reached);
        if (facts.trace().skipped() != null) {
            remark(position);
            draft.saidBy(facts.trace().skipped().at());
            draft.next("carillon schedule get " + question.taskId());
            return draft.is(
                    Verdict.SKIPPED,
                    TickTrace.skipSentence(facts.trace().skipped().value()));
        }
        if (facts.definitions().all().isEmpty()) {
            return neverDefined();
        }
        Optional<Definition> inForce = facts.definitions().inForceAt(position);
        if (inForce.isEmpty()) {
            return nothingInForce(position, reached);
        }
        return new WhyInForce(facts, draft, inForce.get()).answer(reached);
    }

    private void remark(long position) {
        facts.definitions().inForceAt(position).ifPresent(definition -> new WhyClocks(question, draft, definition)
                .remark());
    }

    /** Which definitions counted when the tick was reached; all there are if it has not been. */
    private long position(@Nullable Found<Watermark> watermark, boolean reached) {
        Found<Slice> passed = facts.passed();
        if (passed != null) {
            return passed.value().from().schedules();
        }
        return reached && watermark != null ? watermark.value().positions().schedules() : Long.MAX_VALUE;
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
