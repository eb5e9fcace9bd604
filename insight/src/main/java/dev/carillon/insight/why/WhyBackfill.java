package dev.carillon.insight.why;

import dev.carillon.insight.topic.InstantSearch;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.BackfillWords;
import dev.carillon.insight.words.ScheduleWords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.Marker;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Answers for a key that no tick can have and that has no execution; it may belong to a backfill. */
final class WhyBackfill {
    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Instant nominal;
    private final @Nullable DefinitionVersion definition;
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
        ReadValue<Marker> marker = facts.marker();
        Backfill running = marker == null ? null : marker.value().overrides().backfill();
        if (marker != null
                && running != null
                && question.mayBeBackfilled()
                && running.nanos() == question.at().getNano()
                && holds(running.from(), running.to())) {
            draft.cite(marker.at());
            draft.detail("Its range is " + BackfillWords.sentence(running) + ".");
            draft.next("carillon schedule backfill " + question.taskId());
            return isUnplanned() ? unplanned() : whileRunning(marker, running);
        }
        ReadValue<Command> order = facts.backfill().order();
        if (order != null && holds(order.value().from(), order.value().to())) {
            draft.cite(order.at());
            return isUnplanned() ? unplanned() : afterEnd(facts.backfill().end());
        }
        draft.next("carillon status " + question.key());
        return draft.is(
                Verdict.NOT_PLANNED,
                "No tick has that key, because ticks are whole seconds, and no record of a run or a backfill with that"
                        + " key is found.");
    }

    private boolean holds(@Nullable Instant from, @Nullable Instant to) {
        return from != null && to != null && !nominal.isBefore(from) && nominal.isBefore(to);
    }

    private boolean isUnplanned() {
        return definition != null && definition.timing() != null && !InstantSearch.mayBe(definition.timing(), nominal);
    }

    private WhyAnswer unplanned() {
        citeDefinition();
        return draft.is(
                Verdict.NOT_PLANNED,
                "A backfill makes up for planned instants, and the schedule's timing, "
                        + (schedule == null ? "" : ScheduleWords.when(schedule.when()))
                        + ", plans nothing at " + nominal + ".");
    }

    private WhyAnswer whileRunning(ReadValue<Marker> marker, Backfill running) {
        if (nominal.isBefore(running.next())) {
            return isLeftOut() || (running.leftOut() > 0 && !mayBeDeleted()) ? leftOut() : noLongerKept(running);
        }
        if (isLeftOut()) {
            citeCalendar();
            return draft.is(
                    Verdict.TO_BE_SKIPPED,
                    "The backfill has not reached " + nominal + " yet, and will leave it out: the schedule's"
                            + " calendar does not count that day (CALENDAR).");
        }
        return draft.is(
                Verdict.WAITING,
                marker.value().pausedSince() == null
                        ? "The backfill has not reached " + nominal + " yet."
                        : "The backfill has not reached " + nominal + " yet; it goes on when the schedule is resumed.");
    }

    private WhyAnswer afterEnd(@Nullable ReadValue<Event> end) {
        draft.next("carillon schedule preview " + question.taskId());
        if (isLeftOut()) {
            return leftOut();
        }
        if (mayBeDeleted()) {
            if (end != null) {
                draft.cite(end.at());
            }
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "Whether the backfill made an execution for " + nominal + " is no longer known: the oldest records"
                            + " still kept are from " + facts.kept().tasks() + ".");
        }
        if (end == null) {
            draft.next("carillon dlq list");
            return draft.is(
                    Verdict.NOT_MADE,
                    "A backfill of " + nominal + " was requested, but no record shows that it made an execution for it,"
                            + " or how it ended. If it was refused, there is a dead letter.");
        }
        draft.cite(end.at());
        String message = TextPieces.oneLine(String.valueOf(end.value().message()));
        return draft.is(
                Verdict.NOT_MADE, "The backfill ended without an execution for " + nominal + ": " + message + ".");
    }

    private boolean isLeftOut() {
        return schedule != null && WhyComing.isLeftOut(schedule, facts.calendar(), nominal);
    }

    private WhyAnswer leftOut() {
        citeCalendar();
        if (facts.calendar() != null && !isLeftOut()) {
            draft.detail("The calendar counts that day now.");
        }
        return draft.is(
                Verdict.SKIPPED,
                "The backfill made no execution for " + nominal
                        + " because the schedule's calendar leaves it out (CALENDAR).");
    }

    private WhyAnswer noLongerKept(Backfill running) {
        draft.next("carillon status " + question.key());
        return draft.is(
                Verdict.NO_LONGER_KEPT,
                running.leftOut() == 0
                        ? "The backfill made an execution for " + nominal + ", but its records are no longer kept."
                        : "The backfill has passed " + nominal + ": it made an execution, or the calendar left it out;"
                                + " the records of that time are no longer kept.");
    }

    /** Whether records from after the command may be deleted, so that an execution may have been made. */
    private boolean mayBeDeleted() {
        ReadValue<Command> order = facts.backfill().order();
        Instant ordered = order == null ? Instant.MIN : order.at().appended();
        return facts.kept().tasks().isAfter(ordered);
    }

    private void citeDefinition() {
        if (definition != null) {
            draft.cite(definition.at());
        }
    }

    private void citeCalendar() {
        if (facts.calendar() != null && schedule != null) {
            draft.cite(facts.calendar().at());
            draft.next("carillon calendar get " + schedule.when().calendar());
        }
    }
}
