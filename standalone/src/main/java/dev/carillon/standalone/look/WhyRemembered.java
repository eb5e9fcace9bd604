package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Dependencies;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Remembered;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.WhyAnswer.Verdict;
import dev.carillon.standalone.render.Texts;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers from a schedule's marker: what a tick waits for, and why the schedule fires no more. */
final class WhyRemembered {
    private static final int NAMED = 5;

    private final TickFacts facts;
    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Definition definition;
    private final Schedule schedule;
    private final Found<Marker> marker;
    private final Remembered remembered;

    WhyRemembered(TickFacts facts, WhyDraft draft, Definition definition, Found<Marker> marker) {
        this.facts = facts;
        this.question = facts.question();
        this.draft = draft;
        this.definition = definition;
        this.schedule = Objects.requireNonNull(definition.schedule());
        this.marker = marker;
        this.remembered = marker.value().remembered();
    }

    /** The answer for a tick that the marker itself names as one that waits, whatever is planned since. */
    Optional<WhyAnswer> waiting() {
        return waits().or(this::waitsForOthers);
    }

    /** Why no planned tick of the definition fires any more, if that is so; of other definitions the marker does not speak. */
    Optional<WhyAnswer> stopped() {
        return isOf(definition) ? parked().or(this::complete).or(this::pausedByFailures) : Optional.empty();
    }

    /** Of a schedule that goes by ends, its own or others', which no timing tells. */
    Optional<WhyAnswer> followsEnds() {
        return followsItsEnds().or(this::notHeardOf);
    }

    private boolean isOf(Definition one) {
        return marker.value().version() == one.position();
    }

    /** Whether it belongs to a gap that began at the floor and is decided when it ends. */
    private boolean isAfterFloor() {
        Reached tick = new Reached(facts.reach().due(), question.taskId());
        return marker.value().floor().compareTo(tick) < 0;
    }

    private Optional<WhyAnswer> waits() {
        if (!remembered.waiting().contains(question.at().toString())) {
            return Optional.empty();
        }
        open();
        Schedule counts = Objects.requireNonNullElse(saidBy(marked()), schedule);
        return is(
                Verdict.WAITING,
                "The tick waits for the end of an earlier execution, as overlap is "
                        + counts.overlap().name().toLowerCase(Locale.ROOT).replace('_', '-') + ".");
    }

    private void open() {
        remembered.open().stream().limit(NAMED).forEach(key -> {
            draft.detail(key + " is open until its outcome comes, or until " + remembered.openUntil() + " at most.");
            draft.next("carillon status " + key);
        });
    }

    private Optional<WhyAnswer> waitsForOthers() {
        Dependencies dependencies = remembered.dependencies();
        if (dependencies == null) {
            return Optional.empty();
        }
        for (String entry : dependencies.progress()) {
            if (entry.startsWith(question.at() + " ") && !entry.endsWith("!")) {
                Schedule numbered = saidBy(marked());
                if (numbered == null) {
                    draft.next("carillon schedule get " + question.taskId());
                    return is(
                            Verdict.WAITING,
                            "It waits for schedules that it depends on; which of them have ended is told by their"
                                    + " numbers in a definition that is no longer kept, that at position "
                                    + marker.value().version() + ".");
                }
                List<String> missing = missing(entry.substring(entry.indexOf(' ') + 1), numbered);
                String named = String.join(", ", missing.subList(0, Math.min(NAMED, missing.size())));
                missing.stream().limit(1).forEach(id -> draft.next("carillon why " + id + " --at " + question.at()));
                return is(
                        Verdict.WAITING,
                        "It waits for " + Texts.count(missing.size(), "schedule", "schedules") + " that it depends on: "
                                + named + (missing.size() > NAMED ? ", ..." : "") + ".");
            }
        }
        return Optional.empty();
    }

    /** The definition of which the marker speaks: an edit decides anew what waits, and numbers anew what is waited for. */
    private @Nullable Definition marked() {
        return isOf(definition)
                ? definition
                : facts.definitions().at(marker.value().version()).orElse(null);
    }

    private @Nullable Schedule saidBy(@Nullable Definition one) {
        if (one != null && !isOf(definition)) {
            draft.saidBy(one.at());
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
        String message = Objects.requireNonNullElse(marker.value().brokenMessage(), "its times can't be worked out");
        draft.detail("None of its ticks fires until it is applied again, with its time written in another way; what it"
                + " planned meanwhile is decided then, once.");
        draft.next("carillon schedule get " + question.taskId());
        draft.next("carillon schedule apply -f FILE");
        return is(
                Verdict.BROKEN,
                "The schedule is parked since " + since + ": " + Texts.oneLine(message) + " ["
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
                "The schedule is complete: it has had its " + Texts.count(most, "run", "runs")
                        + " (maxRuns), so no later tick is owed.");
    }

    private Optional<WhyAnswer> pausedByFailures() {
        Instant since = marker.value().pausedSince();
        String reason = marker.value().pausedReason();
        if (since == null || reason == null || !isAfterFloor()) {
            return Optional.empty();
        }
        draft.detail("Paused since " + since + "; what was missed is decided once, when the schedule is resumed.");
        draft.next("carillon schedule resume " + question.taskId());
        return is(Verdict.PAUSED, "The schedule has paused itself: " + Texts.oneLine(reason) + ".");
    }

    private Optional<WhyAnswer> followsItsEnds() {
        if (schedule.when().afterEnd() == null) {
            return Optional.empty();
        }
        Instant next = remembered.next();
        if (question.at().equals(next)) {
            draft.saidBy(marker.at());
            return Optional.empty();
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
                        ? "It follows its own ends, and the next instant is known when the open execution has ended."
                        : "It follows its own ends, and its next instant is " + next + ".");
    }

    private Optional<WhyAnswer> notHeardOf() {
        Dependencies dependencies = remembered.dependencies();
        if (dependencies == null) {
            return Optional.empty();
        }
        for (String parent : schedule.when().dependsOn().stream().limit(NAMED).toList()) {
            draft.next("carillon why " + parent + " --at " + question.at());
        }
        return is(
                Verdict.NOT_PLANNED,
                question.at().isAfter(dependencies.decidedUpTo())
                        ? "None of the schedules it depends on has ended for that instant, or not all of them plan it."
                        : "Instants up to " + dependencies.decidedUpTo() + " are decided or were never owed.");
    }

    private Optional<WhyAnswer> is(Verdict verdict, String sentence) {
        draft.saidBy(marker.at());
        return Optional.of(draft.is(verdict, sentence));
    }
}
