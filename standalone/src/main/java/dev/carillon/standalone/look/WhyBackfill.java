package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import dev.carillon.standalone.render.ScheduleWords;
import dev.carillon.standalone.render.Texts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Answers for a key that no tick can have and of which no execution is found: a backfill's, or nobody's. */
final class WhyBackfill {
    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Instant nominal;
    private final @Nullable Definition definition;
    private final @Nullable Schedule schedule;

    WhyBackfill(TickFacts facts, WhyDraft draft) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.nominal = question.at().minusNanos(question.at().getNano());
        this.definition = facts.definitions().current().orElse(null);
        this.schedule = definition == null ? null : definition.schedule();
    }

    WhyAnswer answer() {
        Found<Marker> marker = facts.marker();
        Backfill running = marker == null ? null : marker.value().arrangements().backfill();
        if (marker != null
                && running != null
                && running.nanos() == question.at().getNano()
                && holds(running.from(), running.to())) {
            draft.saidBy(marker.at());
            draft.detail("Its range is " + BackfillWords.sentence(running) + ".");
            draft.next("carillon schedule backfill " + question.taskId());
            return isUnplanned() ? unplanned() : ofRunning(marker, running);
        }
        Found<Command> order = facts.backfill().order();
        if (order != null && holds(order.value().from(), order.value().to())) {
            draft.saidBy(order.at());
            return isUnplanned() ? unplanned() : ofFormer(facts.backfill().end());
        }
        draft.next("carillon status " + question.key());
        return draft.is(
                Verdict.NOT_PLANNED,
                "No tick has that key, as ticks are whole seconds; and no record tells of a run or a backfill that made"
                        + " an execution of it.");
    }

    private boolean holds(@Nullable Instant from, @Nullable Instant to) {
        return from != null && to != null && !nominal.isBefore(from) && nominal.isBefore(to);
    }

    private boolean isUnplanned() {
        return definition != null && definition.timing() != null && !Planned.mayBe(definition.timing(), nominal);
    }

    private WhyAnswer unplanned() {
        saidByDefinition();
        return draft.is(
                Verdict.NOT_PLANNED,
                "A backfill makes up for planned instants, and the schedule's time, "
                        + (schedule == null ? "" : ScheduleWords.when(schedule.when()))
                        + ", plans nothing at " + nominal + ".");
    }

    private WhyAnswer ofRunning(Found<Marker> marker, Backfill running) {
        if (nominal.isBefore(running.next())) {
            return isLeftOut() || running.leftOut() > 0 ? leftOut() : noLongerKept();
        }
        if (isLeftOut()) {
            saidByCalendar();
            return draft.is(
                    Verdict.TO_BE_SKIPPED,
                    "The backfill that makes up for " + nominal + " has not come so far, and will leave it out: its"
                            + " calendar does not count that day (CALENDAR).");
        }
        return draft.is(
                Verdict.WAITING,
                marker.value().pausedSince() == null
                        ? "The backfill that makes up for " + nominal + " has not come so far."
                        : "The backfill that makes up for " + nominal + " goes on when the schedule is resumed.");
    }

    private WhyAnswer ofFormer(@Nullable Found<Event> end) {
        draft.next("carillon schedule preview " + question.taskId());
        if (isLeftOut()) {
            return leftOut();
        }
        if (end == null) {
            draft.next("carillon dlq list");
            return draft.is(
                    Verdict.NOT_MADE,
                    "Somebody ordered a backfill that was to make up for " + nominal + ", but no record tells that it"
                            + " made anything of it, or how it ended. One that is refused is a dead letter.");
        }
        draft.saidBy(end.at());
        String told = Texts.oneLine(String.valueOf(end.value().message()));
        return draft.is(
                Verdict.NOT_MADE,
                "The backfill that was to make up for " + nominal + " made nothing of it: " + told + ".");
    }

    private boolean isLeftOut() {
        return schedule != null && WhyComing.isLeftOut(schedule, facts.calendar(), nominal);
    }

    private WhyAnswer leftOut() {
        saidByCalendar();
        if (facts.calendar() != null && !isLeftOut()) {
            draft.detail("The calendar counts that day by now.");
        }
        return draft.is(
                Verdict.SKIPPED,
                "The backfill made nothing of " + nominal
                        + " because the schedule's calendar leaves it out (CALENDAR).");
    }

    private WhyAnswer noLongerKept() {
        draft.next("carillon status " + question.key());
        return draft.is(
                Verdict.NO_LONGER_KEPT,
                "The backfill has made an execution for " + nominal + ", but its records are no longer found.");
    }

    private void saidByDefinition() {
        if (definition != null) {
            draft.saidBy(definition.at());
        }
    }

    private void saidByCalendar() {
        if (facts.calendar() != null && schedule != null) {
            draft.saidBy(facts.calendar().at());
            draft.next("carillon calendar get " + schedule.when().calendar());
        }
    }
}
