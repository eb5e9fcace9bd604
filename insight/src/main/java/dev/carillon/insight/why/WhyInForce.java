package dev.carillon.insight.why;

import dev.carillon.insight.cluster.LeaderTerm;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.InstantSearch;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.ScheduleWords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.timing.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers for an instant without a task or a skip, although a definition was in force. */
final class WhyInForce {
    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final DefinitionVersion definition;
    private final Schedule schedule;
    private final Timing timing;

    WhyInForce(TickFacts facts, WhyDraft draft, DefinitionVersion definition) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.definition = definition;
        this.schedule = Objects.requireNonNull(definition.schedule());
        this.timing = Objects.requireNonNull(definition.timing());
    }

    WhyAnswer answer() {
        draft.cite(definition.at());
        ReadValue<Marker> marker = facts.marker();
        WhyRemembered remembered =
                marker == null || question.lost() != null ? null : new WhyRemembered(facts, draft, definition, marker);
        Optional<WhyAnswer> waiting = remembered == null ? Optional.empty() : remembered.waiting();
        if (waiting.isPresent()) {
            return waiting.get();
        }
        addNewerVersion();
        if (facts.reach().decided()
                && facts.passed() == null
                && facts.kept().events().isAfter(question.at())) {
            draft.detail("The trigger's events of that time are no longer kept, so which definition was in force then"
                    + " is known only by when it was written.");
        }
        new WhyClocks(question, draft, definition).remark();
        Optional<WhyAnswer> found = outsidePeriod()
                .or(() -> remembered != null && timing.isUnforeseeable() ? Optional.empty() : notPlanned())
                .or(this::definedLater);
        if (remembered != null) {
            found = found.or(remembered::stopped).or(remembered::followsEnds);
        }
        return found.orElseGet(this::planned);
    }

    private WhyAnswer planned() {
        if (!schedule.enabled()) {
            return paused();
        }
        WhyComing coming = new WhyComing(facts, draft, schedule);
        // A decided tick can only lie ahead of a clock that is behind.
        if (!facts.reach().decided() && facts.reach().due().isAfter(question.now())) {
            return coming.answer();
        }
        if (!facts.reach().due().equals(question.at())) {
            draft.detail("Its jitter put it off until " + facts.reach().due() + ".");
        }
        return facts.reach().decided() ? coming.leftOut().orElseGet(this::withoutRecord) : notDecided();
    }

    private Optional<WhyAnswer> outsidePeriod() {
        FiringRule when = schedule.when();
        boolean outside = (when.from() != null && question.at().isBefore(when.from()))
                || (when.until() != null && question.at().isAfter(when.until()));
        return outside
                ? Optional.of(draft.is(
                        Verdict.OUTSIDE_PERIOD,
                        "That is outside the schedule's period (from: " + orOpen(when.from()) + ", until: "
                                + orOpen(when.until()) + ")."))
                : Optional.empty();
    }

    private Optional<WhyAnswer> notPlanned() {
        boolean maybe = !timing.isUnforeseeable() && InstantSearch.mayBe(timing, question.at());
        if (question.lost() == null && maybe) {
            return Optional.empty();
        }
        addNearest();
        WhyClocks clocks = new WhyClocks(question, draft, definition);
        WhyAnswer changed = clocks.answer(facts.passed());
        if (changed == null) {
            clocks.remarkOnNothing();
            changed = draft.is(
                    Verdict.NOT_PLANNED,
                    "Its timing, " + ScheduleWords.when(schedule.when()) + ", plans nothing at that instant.");
        }
        return Optional.of(changed);
    }

    private Optional<WhyAnswer> definedLater() {
        Instant due = facts.reach().due();
        DecidedUpTo floor = definition.floor();
        if (floor != null) {
            return floor.compareTo(new DecidedUpTo(due, question.taskId())) < 0
                    ? Optional.empty()
                    : Optional.of(draft.is(
                            Verdict.NO_LONGER_KEPT,
                            "Which definition was in force then is no longer known: the one that the marker still holds"
                                    + " has no ticks up to " + floor.due() + "."));
        }
        Instant appended = definition.at().appended();
        boolean first = facts.definitions().isFirstInForce(definition)
                && schedule.when().at() == null;
        return !first || Instant.ofEpochSecond(appended.getEpochSecond()).isBefore(due)
                ? Optional.empty()
                : Optional.of(draft.is(
                        Verdict.DEFINED_LATER,
                        "The schedule was defined only after that, at " + appended + ", and has no earlier ticks."));
    }

    /** Tells the reader that the answer is about an older definition than the newest one. */
    private void addNewerVersion() {
        facts.definitions().all().stream()
                .filter(one -> one.position() > definition.position())
                .reduce((one, other) -> other)
                .ifPresent(newest -> {
                    String what = newest.isDeletion()
                            ? "was deleted"
                            : newest.refusal() == null ? "was changed" : "got a definition that was refused";
                    draft.detail("It " + what + " later, at " + newest.at().appended() + " ("
                            + newest.at().place() + "); this answer is about the definition in force then.");
                });
    }

    private void addNearest() {
        String before = InstantSearch.before(timing, question.at())
                .map(Instant::toString)
                .orElse("none");
        // At the instant of a clock change, a tick other than the requested one may fire.
        String after = InstantSearch.next(timing, question.at().minusNanos(1))
                .map(Instant::toString)
                .orElse("none");
        draft.detail("Nearest before: " + before + "; nearest after: " + after + ".");
        InstantSearch.before(timing, question.at())
                .ifPresent(at -> draft.next("carillon why " + question.taskId() + " --at " + at));
    }

    private WhyAnswer paused() {
        String reason = schedule.pausedReason() == null ? "" : ": " + TextPieces.oneLine(schedule.pausedReason());
        ReadValue<Marker> marker = facts.marker();
        if (marker != null && marker.value().pausedSince() != null) {
            draft.cite(marker.at());
            draft.detail("Paused since " + marker.value().pausedSince()
                    + "; the missed ticks are decided when the schedule is resumed.");
        }
        draft.next("carillon schedule resume " + question.taskId());
        return draft.is(Verdict.PAUSED, "The schedule is paused" + reason + ".");
    }

    private WhyAnswer notDecided() {
        ReadValue<Watermark> watermark = facts.trigger().watermark();
        LeaderTerm leader = facts.trigger().history().leader();
        if (leader != null) {
            draft.cite(leader.evidence());
            draft.detail(
                    leader.source() + (leader.ended() == null ? " led last." : " led until " + leader.ended() + "."));
        }
        if (watermark == null) {
            draft.next("carillon run trigger");
            return draft.is(Verdict.NOT_DECIDED_YET, "No trigger has ever led here, so no tick was ever decided.");
        }
        draft.cite(watermark.at());
        DecidedUpTo reached = watermark.value().reached();
        Duration behind = Duration.between(reached.due(), facts.reach().due());
        if (facts.trigger().isMoving(question.now())) {
            return draft.is(
                    Verdict.NOT_DECIDED_YET,
                    "The trigger has not reached it yet: it has decided everything up to " + reached.due() + ", "
                            + TextPieces.duration(behind) + " before.");
        }
        draft.next("carillon run trigger");
        return draft.is(
                Verdict.NOT_DECIDED_YET,
                "No trigger has reached it: everything is decided up to " + reached.due()
                        + ", and nothing more for "
                        + TextPieces.duration(
                                Objects.requireNonNull(facts.trigger().silence(question.now())))
                        + ". It will be decided when a trigger leads again.");
    }

    private WhyAnswer withoutRecord() {
        if (facts.passed() != null) {
            draft.cite(facts.passed().at());
        }
        Optional<Instant> kept = facts.oldestKeptOrSkip();
        if (kept.isPresent()) {
            return draft.is(
                    Verdict.NO_LONGER_KEPT,
                    "It was decided, but the records of that time are no longer kept: the oldest ones are from "
                            + kept.get() + ".");
        }
        draft.next("carillon doctor");
        EvidenceRecord unreadable = facts.trace().unreadable();
        if (unreadable != null) {
            draft.cite(unreadable);
            return draft.is(
                    Verdict.UNEXPLAINED,
                    "The tick was planned and is decided, and the only record with its key can't be read: a newer"
                            + " version wrote it, or it is damaged.");
        }
        return draft.is(
                Verdict.UNEXPLAINED,
                "The tick was planned and is decided, but neither a task nor a skip is found. This is a defect:"
                        + " please report it with the records below.");
    }

    private static String orOpen(@Nullable Instant instant) {
        return instant == null ? "open" : instant.toString();
    }
}
