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
    private final Schedule schedule;
    private final Timing timing;

    WhyInForce(TickFacts facts, WhyDraft draft, Definition definition) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.definition = definition;
        this.schedule = Objects.requireNonNull(definition.schedule());
        this.timing = Objects.requireNonNull(definition.timing());
    }

    WhyAnswer answer() {
        draft.saidBy(definition.at());
        Found<Marker> marker = facts.marker();
        WhyRemembered remembered =
                marker == null || question.lost() != null ? null : new WhyRemembered(facts, draft, definition, marker);
        Optional<WhyAnswer> waiting = remembered == null ? Optional.empty() : remembered.waiting();
        if (waiting.isPresent()) {
            return waiting.get();
        }
        newerOnes();
        new WhyClocks(question, draft, definition).remark();
        Optional<WhyAnswer> found = outsidePeriod()
                .or(() -> remembered != null && timing.isUnforeseeable() ? Optional.empty() : notPlanned())
                .or(this::definedLater);
        if (remembered != null) {
            found = found.or(remembered::stopped).or(remembered::followsEnds);
        }
        return found.orElseGet(this::owed);
    }

    private WhyAnswer owed() {
        if (!schedule.enabled()) {
            return paused();
        }
        WhyComing coming = new WhyComing(facts, draft, schedule);
        if (facts.reach().due().isAfter(question.now())) {
            return coming.answer();
        }
        if (!facts.reach().due().equals(question.at())) {
            draft.detail("Its jitter put it off until " + facts.reach().due() + ".");
        }
        return facts.reach().decided() ? coming.leftOut().orElseGet(this::lost) : notDecided();
    }

    private Optional<WhyAnswer> outsidePeriod() {
        When when = schedule.when();
        boolean outside = (when.from() != null && question.at().isBefore(when.from()))
                || (when.until() != null && question.at().isAfter(when.until()));
        return outside
                ? Optional.of(draft.is(
                        Verdict.OUTSIDE_PERIOD,
                        "That lies outside its period, from " + orOpen(when.from()) + " until " + orOpen(when.until())
                                + "."))
                : Optional.empty();
    }

    private Optional<WhyAnswer> notPlanned() {
        boolean maybe = !timing.isUnforeseeable() && Planned.mayBe(timing, question.at());
        if (question.lost() == null && maybe) {
            return Optional.empty();
        }
        nearest();
        WhyClocks clocks = new WhyClocks(question, draft, definition);
        WhyAnswer changed = clocks.answer(facts.passed());
        if (changed == null) {
            clocks.remarkOnNothing();
            changed = draft.is(
                    Verdict.NOT_PLANNED,
                    "Its time, " + ScheduleWords.when(schedule.when()) + ", plans nothing at that instant.");
        }
        return Optional.of(changed);
    }

    private Optional<WhyAnswer> definedLater() {
        Instant due = facts.reach().due();
        Reached floor = definition.floor();
        if (floor != null) {
            return floor.compareTo(new Reached(due, question.taskId())) < 0
                    ? Optional.empty()
                    : Optional.of(draft.is(
                            Verdict.NO_LONGER_KEPT,
                            "Which definition counted then is no longer known: the one that the marker still holds owes"
                                    + " nothing up to " + floor.due() + "."));
        }
        Instant appended = definition.at().appended();
        boolean first = facts.definitions().isFirstOfItsKind(definition)
                && schedule.when().at() == null;
        return !first || Instant.ofEpochSecond(appended.getEpochSecond()).isBefore(due)
                ? Optional.empty()
                : Optional.of(draft.is(
                        Verdict.DEFINED_LATER,
                        "The schedule was defined only after that, at " + appended + ": nothing was owed before."));
    }

    /** The definition that counted then may not be the one that stands there now. */
    private void newerOnes() {
        facts.definitions().all().stream()
                .filter(one -> one.position() > definition.position())
                .reduce((one, other) -> other)
                .ifPresent(newest -> {
                    String what = newest.isDeletion()
                            ? "was deleted"
                            : newest.refusal() == null ? "was changed" : "got a definition that was refused";
                    draft.detail("It " + what + " later, at " + newest.at().appended() + " ("
                            + newest.at().place() + "); the answer is about what counted then.");
                });
    }

    private void nearest() {
        String before =
                Planned.before(timing, question.at()).map(Instant::toString).orElse("none");
        // At the instant of a change something else may fire than what was asked for.
        String after = Planned.next(timing, question.at().minusNanos(1))
                .map(Instant::toString)
                .orElse("none");
        draft.detail("Nearest before: " + before + "; nearest after: " + after + ".");
        Planned.before(timing, question.at())
                .ifPresent(at -> draft.next("carillon why " + question.taskId() + " --at " + at));
    }

    private WhyAnswer paused() {
        String reason = schedule.pausedReason() == null ? "" : ": " + Texts.oneLine(schedule.pausedReason());
        Found<Marker> marker = facts.marker();
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
        Duration behind = Duration.between(reached.due(), facts.reach().due());
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
        Optional<Instant> kept = facts.oldestKept();
        if (kept.isPresent()) {
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "It was decided, but the records of that time are no longer kept: the oldest ones are from "
                            + kept.get() + ".");
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
