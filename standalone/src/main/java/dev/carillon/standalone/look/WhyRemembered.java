package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Dependencies;
import dev.carillon.schemas.record.Marker;
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
import java.util.Optional;

/** Answers from a schedule's marker: what it waits for, and why it fires no more. */
final class WhyRemembered {
    private static final int NAMED = 5;

    private final TickFacts.Question question;
    private final WhyDraft draft;
    private final Schedule schedule;
    private final Found<Marker> marker;
    private final Remembered remembered;

    WhyRemembered(TickFacts.Question question, WhyDraft draft, Schedule schedule, Found<Marker> marker) {
        this.question = question;
        this.draft = draft;
        this.schedule = schedule;
        this.marker = marker;
        this.remembered = marker.value().remembered();
    }

    /** The answer, if the marker has one. */
    Optional<WhyAnswer> answer() {
        Optional<WhyAnswer> found =
                waits().or(this::waitsForOthers).or(this::complete).or(this::pausedByFailures);
        return found.or(this::followsItsEnds).or(this::notHeardOf);
    }

    private Optional<WhyAnswer> waits() {
        if (!remembered.waiting().contains(question.at().toString())) {
            return Optional.empty();
        }
        open();
        return is(
                Verdict.WAITING,
                "The tick waits for the end of an earlier execution, as overlap is "
                        + schedule.overlap().name().toLowerCase(Locale.ROOT).replace('_', '-') + ".");
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
                List<String> missing = missing(entry.substring(entry.indexOf(' ') + 1));
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

    private List<String> missing(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        BigInteger bits = BigInteger.ZERO;
        for (int i = 0; i < bytes.length * 8; i++) {
            bits = (bytes[i / 8] >> (i % 8) & 1) == 1 ? bits.setBit(i) : bits;
        }
        List<String> missing = new ArrayList<>();
        List<String> parents = schedule.when().dependsOn();
        for (int i = 0; i < parents.size(); i++) {
            if (!bits.testBit(i)) {
                missing.add(parents.get(i));
            }
        }
        return missing;
    }

    private Optional<WhyAnswer> complete() {
        Long most = schedule.when().maxRuns();
        if (most == null || remembered.runs() < most) {
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
        if (since == null || reason == null || !question.at().isAfter(since)) {
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
        open();
        Instant next = remembered.next();
        if (question.at().equals(next)) {
            return Optional.empty();
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
