package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.intake.StateReader;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SliceRules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The logs, the clock, and the triggers that work with them. */
final class ModelCluster {
    static final SliceRules RULES =
            new SliceRules("0", "trigger/model", Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(1));
    static final int CANDIDATES = 3;
    /** How far the clocks of brokers and triggers may differ; beyond it a leader aborts. */
    private static final Duration CLOCK_BOUND = Duration.ofSeconds(2);

    final ManualClock clock = ManualClock.at("2026-11-18T06:00:00.250Z");
    final List<InputRecord> schedules = new ArrayList<>();
    final List<InputRecord> calendars = new ArrayList<>();
    final List<InputRecord> control = new ArrayList<>();
    final List<InputRecord> state = new ArrayList<>();
    final List<SlicePlan> committed = new ArrayList<>();
    final ModelElection election = new ModelElection();
    final Definitions definitions = new Definitions();
    final Executions executions = new Executions(clock);
    final List<Candidate> candidates = new ArrayList<>();
    long epoch;
    int fences;
    int kills;
    int runsAsked;
    /** Slices that were passed to commit before their instant. */
    int ahead;

    final Random headStarts;
    /** Whether another trigger may take over while a slice waits for its instant. */
    boolean rivalsWhileWaiting;

    private boolean fencing;
    /** What happens to the next slice that is committed. */
    Fate fate = Fate.GOOD;

    enum Fate {
        GOOD,
        FAILS_UNWRITTEN,
        FAILS_WRITTEN,
        KILLED_UNWRITTEN,
        KILLED_WRITTEN
    }

    /** The process is killed in the middle of its work. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    ModelCluster(long seed) {
        headStarts = new Random(seed);
        for (int i = 0; i < CANDIDATES; i++) {
            candidates.add(new Candidate(this, seed + i));
        }
    }

    void define(String taskId, byte @Nullable [] value) {
        schedules.add(record("schedules", schedules.size(), taskId, value));
    }

    void calendar(String name, byte @Nullable [] value) {
        calendars.add(record("calendars", calendars.size(), name, value));
    }

    void command(Command command) {
        InputRecord record = record("control", control.size(), command.subject(), Kind.COMMAND.encode(command));
        control.add(record.behindDefinitions(schedules.size()));
    }

    private InputRecord record(String topic, long offset, String key, byte @Nullable [] value) {
        Instant appended = Instant.ofEpochMilli(clock.instant().toEpochMilli());
        return new InputRecord(topic, 0, offset, appended, appended, key.getBytes(StandardCharsets.UTF_8), value);
    }

    /** Fails a takeover if that is the next fate. */
    void mayFail() {
        if (fate == Fate.FAILS_UNWRITTEN) {
            fate = Fate.GOOD;
            throw new SliceFailed("no answer", null);
        }
    }

    /** Lets other leaders commit once more, just before they are fenced. */
    void lastSliceOf(List<Candidate> leaders) {
        if (fate != Fate.GOOD || fencing) {
            return;
        }
        fencing = true;
        try {
            for (Candidate leader : leaders) {
                leader.round();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            fencing = false;
        }
    }

    /** Commits a slice of the newest epoch; the time is that of its leader's clock. */
    long commit(SlicePlan plan, Instant now) {
        Fate met = fate;
        fate = Fate.GOOD;
        if (met == Fate.FAILS_UNWRITTEN) {
            throw new SliceFailed("no answer", null);
        } else if (met == Fate.KILLED_UNWRITTEN) {
            throw new Killed();
        }
        Instant notBefore = plan.notBefore();
        if (notBefore != null && clock.instant().plus(CLOCK_BOUND).isBefore(notBefore)) {
            throw new SliceFailed("the clock here is ahead", null);
        }
        if (!plan.slice().after().equals(plan.slice().before())) {
            assertThat(plan.slice().after().due()).as("nothing early").isBeforeOrEqualTo(now);
        }
        ClockBehind.check(Duration.between(now, clock.instant()));
        write(plan);
        if (met == Fate.FAILS_WRITTEN) {
            throw new SliceFailed("no answer", null);
        } else if (met == Fate.KILLED_WRITTEN) {
            throw new Killed();
        }
        return state.size() - 1L;
    }

    private void write(SlicePlan plan) {
        if (!committed.isEmpty()) {
            SlicePlan last = committed.get(committed.size() - 1);
            assertThat(plan.slice().before())
                    .as("slices without hole or overlap")
                    .isEqualTo(last.slice().after());
            assertThat(plan.slice().from())
                    .as("positions without hole or overlap")
                    .isEqualTo(last.slice().to());
        }
        committed.add(plan);
        executions.begin(plan);
        ordersOf(plan);
        for (Map.Entry<String, Optional<Marker>> marker : plan.markers().entrySet()) {
            byte[] value = marker.getValue().map(Kind.MARKER::encode).orElse(null);
            state.add(record("trigger-state", state.size(), marker.getKey(), value));
        }
        state.add(record(
                "trigger-state", state.size(), Watermark.recordKey("0"), Kind.WATERMARK.encode(plan.watermark())));
    }

    private void ordersOf(SlicePlan plan) {
        for (SliceOutput output : plan.outputs()) {
            if (output instanceof SliceOutput.Order order) {
                command(order.command());
            }
        }
    }

    /** Runs each trigger once; killed ones are replaced by processes that have read nothing. */
    void round(Random random, boolean readAll) throws InterruptedException {
        election.decide();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            if (candidate.stopped) {
                continue;
            }
            try {
                candidate.read(random, readAll);
                candidate.round();
            } catch (Killed e) {
                replace(i, random.nextLong());
            }
        }
    }

    void replace(int number, long seed) {
        kills++;
        candidates.get(number).place().giveUp();
        candidates.set(number, new Candidate(this, seed));
    }

    @Nullable
    Integer leader() {
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).leads() && !candidates.get(i).stopped) {
                return i;
            }
        }
        return null;
    }

    List<InputRecord> compactedState(int end) {
        return compacted(state.subList(0, end));
    }

    /** The definitions, of which those that a slice has applied may be compacted, and their tombstones removed. */
    List<InputRecord> compactedSchedules(int end, Random random) {
        InputPositions applied = committed.isEmpty()
                ? InputPositions.START
                : committed.get(committed.size() - 1).slice().to();
        int old = random.nextBoolean() ? 0 : (int) Math.min(end, applied.schedules());
        boolean forgets = random.nextBoolean();
        List<InputRecord> found = new ArrayList<>(compacted(schedules.subList(0, old)));
        found.removeIf(record -> forgets && record.value() == null);
        found.addAll(schedules.subList(old, end));
        return found;
    }

    private static List<InputRecord> compacted(List<InputRecord> log) {
        List<InputRecord> kept = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = log.size() - 1; i >= 0; i--) {
            if (seen.add(new String(Objects.requireNonNull(log.get(i).key()), StandardCharsets.UTF_8))) {
                kept.add(0, log.get(i));
            }
        }
        return kept;
    }

    /** The state that a process finds when it starts now, from whole logs or from compacted ones. */
    Catalogue found(boolean compacted, Random random) {
        Catalogue catalogue = new Catalogue();
        new StateReader("0", what -> {
                    throw new AssertionError(what);
                })
                .read(compacted ? compactedState(state.size()) : state, catalogue);
        List<InputRecord> definitionsFound = compacted ? compactedSchedules(schedules.size(), random) : schedules;
        definitionsFound.forEach(catalogue::readSchedule);
        calendars.forEach(catalogue::readCalendar);
        catalogue.readUpTo(schedules.size(), calendars.size(), control.size());
        return catalogue;
    }
}
