package dev.carillon.insight.why;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.DependencyProgress;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.StoredProgress;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers from a schedule's marker: what a tick waits for, or why the schedule no longer fires. */
final class WhyRemembered {
    private static final int NAMED = 5;

    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final DefinitionVersion definition;
    private final Schedule schedule;
    private final ReadValue<Marker> marker;
    private final StoredProgress remembered;

    WhyRemembered(TickFacts facts, WhyDraft draft, DefinitionVersion definition, ReadValue<Marker> marker) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.definition = definition;
        this.schedule = Objects.requireNonNull(definition.schedule());
        this.marker = marker;
        this.remembered = marker.value().progress();
    }

    /** The answer for a tick that the marker lists as waiting, even if the definition no longer plans it. */
    Optional<WhyAnswer> waiting() {
        return waits().or(this::waitsForOthers);
    }

    /** Why no later tick of the definition fires, if so; the marker covers only the definition that it belongs to. */
    Optional<WhyAnswer> stopped() {
        return isOf(definition) ? parked().or(this::complete).or(this::pausedByFailures) : Optional.empty();
    }

    /** The answer for a schedule that fires after executions end, which no timing can predict. */
    Optional<WhyAnswer> followsEnds() {
        return followsItsEnds().or(this::parentsNotEnded);
    }

    private boolean isOf(DefinitionVersion one) {
        return marker.value().version() == one.position();
    }

    /** Whether the tick is in the gap that began at the floor and is decided when the gap ends. */
    private boolean isAfterFloor() {
        DecidedUpTo tick = new DecidedUpTo(facts.reach().due(), question.taskId());
        return marker.value().floor().compareTo(tick) < 0;
    }

    private Optional<WhyAnswer> waits() {
        if (!remembered.waiting().contains(question.at().toString())) {
            return Optional.empty();
        }
        open();
        Schedule inForce = Objects.requireNonNullElse(cite(marked()), schedule);
        return is(
                Verdict.WAITING,
                "The tick waits for the end of an earlier execution, because overlap is "
                        + inForce.overlap().name().toLowerCase(Locale.ROOT).replace('_', '-') + ".");
    }

    private void open() {
        remembered.open().stream().limit(NAMED).forEach(key -> {
            draft.detail(
                    key + " is open until it has an outcome, or until " + remembered.openUntil() + " at the latest.");
            draft.next("carillon status " + key);
        });
    }

    private Optional<WhyAnswer> waitsForOthers() {
        DependencyProgress dependencies = remembered.dependencies();
        if (dependencies == null) {
            return Optional.empty();
        }
        for (String entry : dependencies.progress()) {
            if (entry.startsWith(question.at() + " ") && !entry.endsWith("!")) {
                Schedule numbered = cite(marked());
                if (numbered == null) {
                    draft.next("carillon schedule get " + question.taskId());
                    return is(
                            Verdict.WAITING,
                            "It waits for schedules that it depends on. Which ones is unknown: the definition at"
                                    + " position " + marker.value().version()
                                    + ", which lists them, is no longer kept.");
                }
                List<String> missing = missing(entry.substring(entry.indexOf(' ') + 1), numbered);
                String named = String.join(", ", missing.subList(0, Math.min(NAMED, missing.size())));
                missing.stream().limit(1).forEach(id -> draft.next("carillon why " + id + " --at " + question.at()));
                return is(
                        Verdict.WAITING,
                        "It waits for " + TextPieces.count(missing.size(), "schedule", "schedules")
                                + " that it depends on: " + named + (missing.size() > NAMED ? ", ..." : "") + ".");
            }
        }
        return Optional.empty();
    }

    /** The definition that the marker belongs to: the marker lists its parents by their numbers in that definition. */
    private @Nullable DefinitionVersion marked() {
        return isOf(definition)
                ? definition
                : facts.definitions().at(marker.value().version()).orElse(null);
    }

    private @Nullable Schedule cite(@Nullable DefinitionVersion one) {
        if (one != null && !isOf(definition)) {
            draft.cite(one.at());
        }
        return one == null ? null : one.schedule();
    }

    private List<String> missing(String hex, Schedule numbered) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < bytes.length * 8; i++) {
            bits = (bytes[i / 8] >> (i % 8) & 1) == 1 ? bits.setBit(i) : bits;
        }
        List<String> missing = new ArrayList<>();
        List<String> parents = numbered.when().dependsOn();
        for (int i = 0; i < parents.size(); i++) {
            if (!bits.testBit(i)) {
                missing.add(parents.get(i));
            }
        }
        return missing;
    }

    private Optional<WhyAnswer> parked() {
        Instant since = marker.value().brokenSince();
        if (since == null || !isAfterFloor()) {
            return Optional.empty();
        }
        String message = Objects.requireNonNullElse(marker.value().brokenMessage(), "its timing can't be evaluated");
        draft.detail("None of its ticks fires until it is applied again with a timing that can be evaluated; the ticks"
                + " missed meanwhile are decided then.");
        draft.next("carillon schedule get " + question.taskId());
        draft.next("carillon schedule apply -f FILE");
        return is(
                Verdict.BROKEN,
                "The schedule has been parked since " + since + ": " + TextPieces.oneLine(message) + " ["
                        + marker.value().brokenCode() + "].");
    }

    private Optional<WhyAnswer> complete() {
        Long most = schedule.when().maxRuns();
        boolean mayHaveRun = facts.reach().decided() && facts.oldestKept().isPresent();
        if (most == null || remembered.runs() < most || mayHaveRun) {
            return Optional.empty();
        }
        draft.next("carillon schedule get " + question.taskId());
        return is(
                Verdict.COMPLETED,
                "The schedule is complete: it has had its " + TextPieces.count(most, "run", "runs")
                        + " (maxRuns), so no later tick fires.");
    }

    private Optional<WhyAnswer> pausedByFailures() {
        Instant since = marker.value().pausedSince();
        String reason = marker.value().pausedReason();
        if (since == null || reason == null || !isAfterFloor()) {
            return Optional.empty();
        }
        draft.detail("Paused since " + since + "; the missed ticks are decided when the schedule is resumed.");
        draft.next("carillon schedule resume " + question.taskId());
        return is(Verdict.PAUSED, "The schedule has paused itself: " + TextPieces.oneLine(reason) + ".");
    }

    private Optional<WhyAnswer> followsItsEnds() {
        if (schedule.when().afterEnd() == null) {
            return Optional.empty();
        }
        Instant next = remembered.next();
        if (question.at().equals(next)) {
            draft.cite(marker.at());
            return Optional.empty();
        }
        if (isForgotten()) {
            return forgotten();
        }
        open();
        if (remembered.open().isEmpty()) {
            draft.next(
                    next == null
                            ? "carillon schedule get " + question.taskId()
                            : "carillon why " + question.taskId() + " --at " + next);
        }
        return is(
                Verdict.NOT_PLANNED,
                next == null
                        ? "It fires after its own executions end; its next instant is known when the open one ends."
                        : "It fires after its own executions end, and its next instant is " + next + ".");
    }

    /** Whether the instant may have been a tick whose records are deleted. */
    private boolean isForgotten() {
        return facts.reach().decided() && facts.oldestKept().isPresent();
    }

    private Optional<WhyAnswer> forgotten() {
        return is(
                Verdict.NO_LONGER_KEPT,
                "Whether it had a tick then is no longer known: the records of that time are no longer kept, the oldest"
                        + " ones are from " + facts.oldestKept().orElseThrow() + ".");
    }

    private Optional<WhyAnswer> parentsNotEnded() {
        DependencyProgress dependencies = remembered.dependencies();
        if (dependencies == null || FinishedInstants.has(dependencies, question.at())) {
            return Optional.empty();
        }
        boolean open = question.at().isAfter(dependencies.decidedUpTo())
                && !FinishedInstants.mayHave(dependencies, question.at());
        if (!open && isForgotten()) {
            return forgotten();
        }
        for (String parent : schedule.when().dependsOn().stream().limit(NAMED).toList()) {
            draft.next("carillon why " + parent + " --at " + question.at());
        }
        if (open) {
            return is(
                    Verdict.NOT_PLANNED,
                    "None of the schedules it depends on has ended for that instant, or not all of them plan it.");
        }
        return is(
                Verdict.NOT_PLANNED,
                question.at().isAfter(dependencies.decidedUpTo())
                        ? "That instant is decided or was never planned."
                        : "Instants up to " + dependencies.decidedUpTo() + " are decided or were never planned.");
    }

    private Optional<WhyAnswer> is(Verdict verdict, String sentence) {
        draft.cite(marker.at());
        return Optional.of(draft.is(verdict, sentence));
    }
}
