package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.schemas.record.When;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import dev.carillon.standalone.render.ScheduleWords;
import dev.carillon.standalone.render.Texts;
import dev.carillon.trigger.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers for an instant of which neither a task nor a skip is found, although a definition was in force. */
final class WhyInForce {
    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Definition definition;

    WhyInForce(TickFacts facts, WhyDraft draft, Definition definition) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.definition = definition;
    }

    /**
     * The answer.
     *
     * @param reached whether the trigger has decided the instant
     */
    WhyAnswer answer(boolean reached) {
        Schedule schedule = Objects.requireNonNull(definition.schedule());
        Timing timing = Objects.requireNonNull(definition.timing());
        draft.saidBy(definition.at());
        newerOnes();
        When when = schedule.when();
        Found<Marker> marker = facts.trigger().markers().get(question.taskId());
        WhyClocks clocks = new WhyClocks(question, draft, definition);
        clocks.remark();
        Optional<WhyAnswer> remembered = marker == null || question.lost() != null
                ? Optional.empty()
                : new WhyRemembered(question, draft, schedule, marker).answer();
        if (remembered.isPresent()) {
            return remembered.get();
        }
        boolean outside = (when.from() != null && question.at().isBefore(when.from()))
                || (when.until() != null && question.at().isAfter(when.until()));
        if (outside) {
            return draft.is(
                    Verdict.OUTSIDE_PERIOD,
                    "That lies outside its period, from " + orOpen(when.from()) + " until " + orOpen(when.until())
                            + ".");
        }
        if (question.lost() != null || !Planned.isPlanned(timing, question.at())) {
            nearest(timing);
            WhyAnswer changed = clocks.answer(facts.passed());
            if (changed != null) {
                return changed;
            }
            clocks.remarkOnNothing();
            return draft.is(
                    Verdict.NOT_PLANNED, "Its time, " + ScheduleWords.when(when) + ", plans nothing at that instant.");
        }
        boolean first = facts.definitions().isFirstOfItsKind(definition) && when.at() == null;
        if (first
                && !Instant.ofEpochSecond(definition.at().appended().getEpochSecond())
                        .isBefore(question.at())) {
            return draft.is(
                    Verdict.DEFINED_LATER,
                    "The schedule was defined only after that, at "
                            + definition.at().appended() + ": nothing was owed before.");
        }
        if (question.at().isAfter(question.now())) {
            return notDueYet(schedule);
        }
        if (!schedule.enabled()) {
            return paused(schedule);
        }
        return reached ? lost() : notDecided();
    }

    /** The definition that counted then may not be the one that stands there now. */
    private void newerOnes() {
        facts.definitions().all().stream()
                .filter(one -> one.at().offset() > definition.at().offset())
                .reduce((one, other) -> other)
                .ifPresent(newest -> {
                    String what = newest.isDeletion()
                            ? "was deleted"
                            : newest.refusal() == null ? "was changed" : "got a definition that was refused";
                    draft.detail("It " + what + " later, at " + newest.at().appended() + " ("
                            + newest.at().place() + "); the answer is about what counted then.");
                });
    }

    private void nearest(Timing timing) {
        String before =
                Planned.before(timing, question.at()).map(Instant::toString).orElse("none");
        // At the instant of a change something else may fire than what was asked for.
        String after =
                timing.next(question.at().minusNanos(1)).map(Instant::toString).orElse("none");
        draft.detail("Nearest before: " + before + "; nearest after: " + after + ".");
        Planned.before(timing, question.at())
                .ifPresent(at -> draft.next("carillon why " + question.taskId() + " --at " + at));
    }

    private WhyAnswer notDueYet(Schedule schedule) {
        if (!schedule.enabled()) {
            return paused(schedule);
        }
        return draft.is(
                Verdict.NOT_DUE_YET,
                "It is planned and not due yet: " + Texts.relative(question.at(), question.now()) + ".");
    }

    private WhyAnswer paused(Schedule schedule) {
        String reason = schedule.pausedReason() == null ? "" : ": " + Texts.oneLine(schedule.pausedReason());
        Found<Marker> marker = facts.trigger().markers().get(question.taskId());
        if (marker != null && marker.value().pausedSince() != null) {
            draft.saidBy(marker.at());
            draft.detail("Paused since " + marker.value().pausedSince()
                    + "; what was missed is decided once, when the schedule is resumed.");
        }
        draft.next("carillon schedule resume " + question.taskId());
        return draft.is(Verdict.PAUSED, "The schedule is paused" + reason + ".");
    }

    private WhyAnswer notDecided() {
        Found<Watermark> watermark = facts.trigger().watermark();
        Leader leader = facts.trigger().history().leader();
        if (leader != null) {
            draft.saidBy(leader.says());
            draft.detail(
                    leader.source() + (leader.ended() == null ? " led last." : " led until " + leader.ended() + "."));
        }
        if (watermark == null) {
            draft.next("carillon run trigger");
            return draft.is(Verdict.NOT_DECIDED_YET, "No trigger has ever led here, so no tick was ever decided.");
        }
        draft.saidBy(watermark.at());
        Reached reached = watermark.value().reached();
        Duration behind = Duration.between(reached.due(), question.at());
        if (facts.trigger().isMoving(question.now())) {
            return draft.is(
                    Verdict.NOT_DECIDED_YET,
                    "The trigger has not come so far yet: it has decided everything up to " + reached.due() + ", "
                            + Texts.duration(behind) + " before.");
        }
        draft.next("carillon run trigger");
        return draft.is(
                Verdict.NOT_DECIDED_YET,
                "No trigger has reached it: everything is decided up to " + reached.due()
                        + ", and nothing has moved for "
                        + Texts.duration(Objects.requireNonNull(facts.trigger().silence(question.now())))
                        + ". It will be decided when one leads again.");
    }

    private WhyAnswer lost() {
        if (facts.passed() != null) {
            draft.saidBy(facts.passed().at());
        }
        Instant kept = facts.kept().tasks().isAfter(facts.kept().events())
                ? facts.kept().tasks()
                : facts.kept().events();
        if (kept.isAfter(question.at())) {
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "It was decided, but the records of that time are no longer kept: the oldest ones are from " + kept
                            + ".");
        }
        draft.next("carillon doctor");
        return draft.is(
                Verdict.UNEXPLAINED,
                "The tick was owed and is decided, but neither a task nor a skip is found. This must not be:"
                        + " please report it with the records below.");
    }

    private static String orOpen(@Nullable Instant instant) {
        return instant == null ? "ever" : instant.toString();
    }
}
