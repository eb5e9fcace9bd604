package dev.carillon.trigger.slice;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Timing;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.CommittedSlice;
import dev.carillon.trigger.catalogue.OtherEvaluator;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.OutcomesRead;
import dev.carillon.trigger.intake.StateReader;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SliceRules;
import dev.carillon.trigger.slice.build.SliceSize;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The topics of a trigger, and one trigger at a time that may die at any point. */
public final class SimulatedCluster {
    static final SliceRules RULES =
            new SliceRules("0", "trigger/test", Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(1));

    public final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    public final List<InputRecord> schedules = new ArrayList<>();
    final List<InputRecord> calendars = new ArrayList<>();
    final List<InputRecord> control = new ArrayList<>();
    public final List<InputRecord> state = new ArrayList<>();
    final List<List<InputRecord>> outcomes = List.of(new ArrayList<>(), new ArrayList<>());
    public final List<SlicePlan> committed = new ArrayList<>();
    public final Set<String> queues = new HashSet<>(Set.of("default"));
    /** The instants of the newest one-off definitions of each taskId, the last of them at the end. */
    final Map<String, List<Instant>> givenAt = new HashMap<>();
    /** When the newest definition of each taskId fires. */
    final Map<String, FiringRule> lastWhen = new HashMap<>();

    /** How long the inputs that wait have done so already. */
    public Duration inputsHaveWaited = Duration.ZERO;
    /** How long it takes to decide about one schedule or input. */
    Duration decidingTakes = Duration.ZERO;
    /** How long it takes to commit a slice. */
    Duration committingTakes = Duration.ZERO;
    /** How far the brokers' clock is ahead of ours. */
    Duration brokersAhead = Duration.ZERO;

    /** How definitions are read. */
    private OtherEvaluator evaluator = new OtherEvaluator(Timing::of);

    private final Set<Instant> drawn = new HashSet<>();
    private final SlicePlanner planner = new SlicePlanner(RULES, () -> queues::contains);
    private Catalogue leader = following(new Catalogue());
    private Follower standby = new Follower();

    /** An instance that reads the committed state in pieces. */
    private final class Follower {
        final Catalogue catalogue = new Catalogue();
        final StateReader reader = new StateReader("0", what -> {
            throw new AssertionError(what);
        });
        int stateRead;
        int schedulesRead;
        int calendarsRead;

        void read(int stateEnd, int schedulesEnd, int calendarsEnd) {
            reader.read(state.subList(stateRead, stateEnd), catalogue);
            stateRead = stateEnd;
            schedules.subList(schedulesRead, schedulesEnd).forEach(catalogue::readSchedule);
            schedulesRead = schedulesEnd;
            calendars.subList(calendarsRead, calendarsEnd).forEach(catalogue::readCalendar);
            calendarsRead = calendarsEnd;
            catalogue.readUpTo(schedulesEnd, calendarsEnd, 0);
        }
    }

    /** Keeps as many instants as a marker remembers. */
    void givesAt(String taskId, Instant at) {
        List<Instant> given = givenAt.computeIfAbsent(taskId, id -> new ArrayList<>());
        given.remove(at);
        given.add(at);
        if (given.size() > ScheduleOverrides.MOST_DECIDED_ONCE) {
            given.remove(0);
        }
    }

    /** A second near now that no one-off definition has had: it may be one that is forgotten. */
    Instant freshSecond(int fromNow) {
        Instant second = Instant.ofEpochSecond(clock.instant().getEpochSecond() + fromNow);
        while (!drawn.add(second)) {
            second = second.plusSeconds(1);
        }
        return second;
    }

    public void define(Schedule schedule) {
        define(schedule.taskId(), Kind.SCHEDULE.encode(schedule));
    }

    public void define(String taskId, byte @Nullable [] value) {
        InputRecord record = evaluator.read(record("schedules", schedules.size(), taskId, value));
        schedules.add(record);
        leader.readSchedule(record);
        readUpToEnd();
    }

    /** From now on times are worked out in another way, by every instance that reads definitions. */
    void evaluate(Function<Schedule, Timing> timings) {
        evaluator = new OtherEvaluator(timings);
        schedules.replaceAll(evaluator::read);
    }

    public void define(Calendar calendar) {
        defineCalendar(calendar.name(), Kind.CALENDAR.encode(calendar));
    }

    public void defineCalendar(String name, byte @Nullable [] value) {
        InputRecord record = record("calendars", calendars.size(), name, value);
        calendars.add(record);
        leader.readCalendar(record);
        readUpToEnd();
    }

    private void readUpToEnd() {
        leader.readUpTo(schedules.size(), calendars.size(), control.size());
    }

    public void command(Command command) {
        command(command, 0);
    }

    /**
     * A command is read.
     *
     * @param definitionsBelow where the definitions ended then, of which some may not have been read
     */
    public void command(Command command, long definitionsBelow) {
        InputRecord record = record("control", control.size(), command.subject(), Kind.COMMAND.encode(command))
                .behindDefinitions(definitionsBelow);
        control.add(record);
        leader.readCommand(record);
        readUpToEnd();
    }

    private InputRecord record(String topic, long offset, String key, byte @Nullable [] value) {
        Instant taken = Instant.ofEpochMilli(clock.instant().toEpochMilli());
        return new InputRecord(
                topic, 0, offset, taken.plus(brokersAhead), taken, key.getBytes(StandardCharsets.UTF_8), value);
    }

    /** Writes the outcome of an execution, as the collector does. */
    public void end(String key, OutcomeStatus status) {
        end(key, status, null);
    }

    public void end(String key, OutcomeStatus status, @Nullable SkippedRange skipped) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(ExecutionKey.parse(key))
                .status(status)
                .attempts(1)
                .decidedAt(clock.instant())
                .skipped(skipped)
                .rest(Map.of())
                .build();
        int number = Math.floorMod(key.hashCode(), outcomes.size());
        List<InputRecord> partition = outcomes.get(number);
        InputRecord record = new InputRecord(
                "outcomes",
                number,
                partition.size(),
                clock.instant().plus(brokersAhead),
                clock.instant(),
                key.getBytes(StandardCharsets.UTF_8),
                Kind.OUTCOME.encode(outcome));
        partition.add(record);
        handOver(leader);
    }

    private void handOver(Catalogue catalogue) {
        for (int partition = 0; partition < outcomes.size(); partition++) {
            catalogue.readOutcomes(
                    new OutcomesRead(OutcomesRead.Follow.NOTHING, outcomes.get(partition), Map.of(partition, (long)
                            outcomes.get(partition).size())));
        }
    }

    /** Outcomes count from where the newest slice stopped. */
    private Catalogue following(Catalogue catalogue) {
        Watermark newest = catalogue.watermark();
        catalogue.followOutcomes(
                newest == null || newest.positions().outcomes().isEmpty()
                        ? outcomes.stream()
                                .map(partition -> (long) partition.size())
                                .toList()
                        : newest.positions().outcomes());
        handOver(catalogue);
        return catalogue;
    }

    public Catalogue leader() {
        return leader;
    }

    /** Plans the next slice, as the leader would. */
    public Optional<SlicePlan> plan(int maxRecords) {
        Instant since = leader.hasInputs() ? clock.instant().minus(inputsHaveWaited) : null;
        SliceSize size = new SliceSize(maxRecords, Duration.ofMillis(50), this::nanos);
        return planner.plan(leader, clock.instant(), since, size);
    }

    /** A slice looks at the time after each thing that it decides. */
    private long nanos() {
        clock.advance(decidingTakes);
        return clock.nanos();
    }

    /** Puts a slice into the log; the leader may never learn of it. */
    CommittedSlice commit(SlicePlan plan) {
        clock.advance(committingTakes);
        committed.add(plan);
        for (Map.Entry<String, Optional<Marker>> marker : plan.markers().entrySet()) {
            byte[] value = marker.getValue().map(Kind.MARKER::encode).orElse(null);
            state.add(record("trigger-state", state.size(), marker.getKey(), value));
        }
        state.add(record(
                "trigger-state", state.size(), Watermark.recordKey("0"), Kind.WATERMARK.encode(plan.watermark())));
        return new CommittedSlice(state.size() - 1, plan.watermark(), plan.markers());
    }

    /** Plans and commits until there is nothing to do. */
    public void settle() {
        for (Optional<SlicePlan> plan = plan(5_000); plan.isPresent(); plan = plan(5_000)) {
            leader.apply(commit(plan.get()));
        }
    }

    public void run(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            clock.advance(Duration.ofSeconds(1));
            settle();
        }
    }

    /** Lets the standby read a part of what it has not read yet. */
    void standbyReads(double part) {
        int stateEnd = standby.stateRead + (int) ((state.size() - standby.stateRead) * part);
        int schedulesEnd = standby.schedulesRead + (int) ((schedules.size() - standby.schedulesRead) * part);
        int calendarsEnd = standby.calendarsRead + (int) ((calendars.size() - standby.calendarsRead) * part);
        standby.read(stateEnd, schedulesEnd, calendarsEnd);
    }

    /** The leader is gone; the standby reads the rest and leads. */
    public void warmTakeover() {
        standby.read(state.size(), schedules.size(), calendars.size());
        lead(standby.catalogue);
        standby = new Follower();
    }

    /** Every instance is gone; a new one reads the compacted state and leads. */
    public void coldTakeover() {
        lead(cold());
    }

    private void lead(Catalogue next) {
        leader = following(next);
        // Older commands are dropped by what the watermark says.
        control.forEach(leader::readCommand);
        readUpToEnd();
    }

    /** The state as an instance finds it that starts now. */
    public Catalogue cold() {
        Catalogue catalogue = new Catalogue();
        new StateReader("0", what -> {
                    throw new AssertionError(what);
                })
                .read(compacted(state), catalogue);
        schedules.forEach(catalogue::readSchedule);
        calendars.forEach(catalogue::readCalendar);
        catalogue.readUpTo(schedules.size(), calendars.size(), 0);
        return catalogue;
    }

    private static List<InputRecord> compacted(List<InputRecord> log) {
        List<InputRecord> kept = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = log.size() - 1; i >= 0; i--) {
            InputRecord record = log.get(i);
            if (seen.add(new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8))) {
                kept.add(0, record);
            }
        }
        return kept;
    }
}
