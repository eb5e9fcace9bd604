package dev.carillon.insight.why;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.LeftOut;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers for ticks that are not due yet, and for ticks that a calendar leaves out but that have no record yet. */
final class WhyComing {
    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Schedule schedule;
    private final Instant due;

    WhyComing(TickFacts facts, WhyDraft draft, Schedule schedule) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.schedule = schedule;
        this.due = facts.reach().due();
    }

    /** The answer for a planned tick that is not due yet. */
    WhyAnswer answer() {
        String in = TextPieces.relative(due, question.now());
        ReadValue<Marker> marker = facts.marker();
        if (marker != null && marker.value().overrides().skipping().contains(question.at())) {
            draft.cite(marker.at());
            draft.next("carillon schedule preview " + question.taskId());
            return toBeSkipped(in, "a skip was requested (REQUESTED)");
        }
        String name = schedule.when().calendar();
        if (name != null && facts.calendar() == null) {
            draft.next("carillon calendar apply -f FILE");
            return toBeSkipped(in, "its calendar " + name + " does not exist (BROKEN)");
        }
        if (name != null && isLeftOut(schedule, facts.calendar(), question.at())) {
            calendar(name);
            return toBeSkipped(in, "its calendar " + name + " does not count that day (CALENDAR)");
        }
        return draft.is(
                Verdict.NOT_DUE_YET,
                due.equals(question.at())
                        ? "It is planned and not due yet: " + in + "."
                        : "It is planned, put off by its jitter until " + due + ", and not due yet: " + in + ".");
    }

    private WhyAnswer toBeSkipped(String in, String why) {
        return draft.is(
                Verdict.TO_BE_SKIPPED,
                "It is planned and not due yet: " + in + ". It will be skipped then: " + why + ".");
    }

    /** The answer for a tick in an open range of left-out ticks: its record is written when the range ends. */
    Optional<WhyAnswer> leftOut() {
        ReadValue<Marker> marker = facts.marker();
        LeftOut open = marker == null ? null : marker.value().overrides().leftOut();
        if (marker == null || open == null || !facts.reach().decided()) {
            return Optional.empty();
        }
        int order = due.compareTo(open.since());
        if (order < 0 || (order == 0 && question.at().isBefore(open.first()))) {
            return Optional.empty();
        }
        draft.cite(marker.at());
        draft.detail("All ticks from " + open.first() + " on are left out and still being counted; the record with"
                + " their number is written when that ends, within about a minute.");
        String name = schedule.when().calendar();
        if (name != null) {
            calendar(name);
        }
        return Optional.of(draft.is(Verdict.SKIPPED, "It is skipped because its calendar leaves it out (CALENDAR)."));
    }

    private void calendar(String name) {
        if (facts.calendar() != null) {
            draft.cite(facts.calendar().at());
        }
        draft.next("carillon calendar get " + name);
    }

    /** Whether the calendar, as it is now, does not count the day of the instant. */
    static boolean isLeftOut(Schedule schedule, @Nullable ReadValue<Calendar> calendar, Instant nominal) {
        return schedule.when().calendar() != null
                && calendar != null
                && !CalendarDays.of(calendar.value())
                        .count(nominal, Timing.zone(schedule.when().zone()));
    }
}
