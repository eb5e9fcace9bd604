package dev.carillon.insight.why;

import dev.carillon.insight.topic.InstantSearch;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.ScheduleWords;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.timing.cron.CronExpression;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers for local times that a clock change skips or repeats. */
final class WhyClocks {
    private static final String REAL_TIME =
            "It has a wildcard in hours or minutes, so it fires in real time, and gap and fold do not apply: ";

    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Schedule schedule;
    private final Timing timing;
    private final @Nullable CronExpression cron;
    private final ZoneId zone;

    WhyClocks(TickFacts.Question question, WhyDraft draft, DefinitionVersion definition) {
        this.question = question;
        this.draft = draft;
        this.schedule = Objects.requireNonNull(definition.schedule());
        this.timing = Objects.requireNonNull(definition.timing());
        String text = schedule.when().cron();
        this.cron = text == null ? null : CronExpression.parse(text, schedule.taskId());
        this.zone = Timing.zone(schedule.when().zone());
    }

    /** Whether a tick stands for a local time that the clocks skip. */
    boolean standsFor(LocalDateTime skipped) {
        return cron != null
                && cron.names(skipped)
                && !cron.countsElapsedTime()
                && schedule.when().gap() == Gap.RUN_AFTER;
    }

    /** The passing of a repeated local time at which it fires; the first one if both count, or neither. */
    Instant passing(LocalDateTime repeated, ZoneOffsetTransition change) {
        Instant first = repeated.toInstant(change.getOffsetBefore());
        Instant second = repeated.toInstant(change.getOffsetAfter());
        return !InstantSearch.isPlanned(timing, first) && InstantSearch.isPlanned(timing, second) ? second : first;
    }

    /** Adds a detail if the tick stands for a skipped time, or is one passing of a repeated one. */
    void remark() {
        if (cron == null || question.lost() != null || !InstantSearch.isPlanned(timing, question.at())) {
            return;
        }
        LocalDateTime local = LocalDateTime.ofInstant(question.at(), zone);
        ZoneOffsetTransition overlap = overlap(local);
        if (overlap != null) {
            fold(new ClockChange(zone, local, overlap, null));
            return;
        }
        ZoneOffsetTransition jump = jump();
        LocalDateTime skipped = cron.names(local) || jump == null ? null : timing.lostAt(question.at());
        if (jump != null && skipped != null) {
            standsForSkipped(new ClockChange(zone, skipped, jump, null));
        }
    }

    /** Adds a detail if the instant would be a planned time by the clocks before a change. */
    void remarkOnNothing() {
        ZoneOffsetTransition jump = jump();
        LocalDateTime before = jump == null ? null : LocalDateTime.ofInstant(question.at(), jump.getOffsetBefore());
        if (jump != null && before != null && before.isBefore(jump.getDateTimeAfter()) && standsFor(before)) {
            standsForSkipped(new ClockChange(zone, before, jump, null));
        }
    }

    /** The answer for an unplanned instant or a local time without a tick; null if no clock change is the cause. */
    @Nullable
    WhyAnswer answer(@Nullable ReadValue<Slice> passed) {
        ClockChange asked = question.lost();
        if (asked == null && cron != null && !InstantSearch.isPlanned(timing, question.at())) {
            LocalDateTime local = LocalDateTime.ofInstant(question.at(), zone);
            ZoneOffsetTransition overlap = overlap(local);
            if (overlap != null && InstantSearch.isPlanned(timing, passing(local, overlap))) {
                return otherPassing(new ClockChange(zone, local, overlap, null));
            }
            ZoneOffsetTransition jump = jump();
            LocalDateTime skipped = jump == null ? null : timing.lostAt(question.at());
            asked = jump == null || skipped == null ? null : new ClockChange(zone, skipped, jump, null);
        }
        return asked == null ? null : noSuchTime(asked, passed);
    }

    private WhyAnswer noSuchTime(ClockChange asked, @Nullable ReadValue<Slice> passed) {
        if (passed != null) {
            draft.cite(passed.at());
            if (passed.value().lost().stream().anyMatch(one -> one.taskId().equals(question.taskId()))) {
                draft.detail("The event of the slice that decided this time confirms it.");
            }
        }
        ClockChange change = asked;
        String because;
        if (cron == null || !zone.equals(asked.zone()) || !cron.names(asked.local())) {
            because = "Its timing, " + ScheduleWords.when(schedule.when()) + ", does not name it either.";
        } else if (cron.countsElapsedTime()) {
            because = REAL_TIME + "nothing fires in the skipped time.";
        } else {
            change = asked.withRule(gap());
            because = "The schedule's rule for that is gap: " + gap() + ", so nothing fires.";
        }
        draft.clocks(change);
        return draft.is(Verdict.NO_SUCH_TIME, change.sentence() + " " + because);
    }

    private void standsForSkipped(ClockChange skipped) {
        ClockChange change = skipped.withRule(gap());
        draft.clocks(change);
        draft.detail(change.sentence() + " The schedule's rule for that is gap: " + gap()
                + ", so it fires right after the change, at "
                + change.change().getDateTimeAfter() + " (" + change.change().getInstant() + ").");
    }

    private WhyAnswer otherPassing(ClockChange repeated) {
        ClockChange change = repeated.withRule(fold());
        Instant other = passing(change.local(), change.change());
        draft.clocks(change);
        draft.next("carillon why " + question.taskId() + " --at " + other);
        return draft.is(
                Verdict.OTHER_PASSING,
                change.sentence() + " This is the " + passed(change) + " time. The schedule's rule for that is fold: "
                        + fold() + ", so it fires the " + fold() + " time only, at " + other + ".");
    }

    private void fold(ClockChange repeated) {
        String which = repeated.sentence() + " This is the " + passed(repeated) + " time. ";
        if (cron != null && cron.countsElapsedTime()) {
            draft.clocks(repeated);
            draft.detail(which + REAL_TIME + "it fires both times.");
            return;
        }
        draft.clocks(repeated.withRule(fold()));
        draft.detail(which + "The schedule's rule for that is fold: " + fold() + ", so it fires "
                + (fold().equals("both") ? "both times." : "the " + fold() + " time only."));
    }

    /** A repeated time passes twice; definitions call the second time the last. */
    private String passed(ClockChange repeated) {
        return question.at().isBefore(repeated.change().getInstant()) ? "first" : "last";
    }

    private @Nullable ZoneOffsetTransition overlap(LocalDateTime local) {
        ZoneOffsetTransition around = zone.getRules().getTransition(local);
        return around != null && around.isOverlap() ? around : null;
    }

    /** The last clock change at or before the instant, if it went forward. */
    private @Nullable ZoneOffsetTransition jump() {
        ZoneOffsetTransition last =
                zone.getRules().previousTransition(question.at().plusNanos(1));
        return last != null && last.isGap() ? last : null;
    }

    private String gap() {
        return spelled(schedule.when().gap());
    }

    private String fold() {
        return spelled(schedule.when().fold());
    }

    private static String spelled(Enum<?> rule) {
        return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
