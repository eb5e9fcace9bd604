package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks guarantee G1 of a run, from the log of definitions and from the points and positions that each slice begins
 * and ends with. Works second by second.
 */
final class Reading {
    private final DefinitionLog definitions;
    private final EndsReading ends;
    private final List<SlicePlan> slices;
    private final Map<String, Version> inForce = new HashMap<>();
    private final Map<String, NavigableSet<Instant>> owed = new TreeMap<>();
    private final Map<String, List<Instant>> decided = new TreeMap<>();
    private final Map<String, Long> generations = new HashMap<>();
    /** The last generation that a tick belonged to, by its key. */
    private final Map<String, Long> owedBy = new HashMap<>();

    /** The slice in which the watermark reached a tick, by its key. */
    private final Map<String, Integer> dueIn = new HashMap<>();

    private long manual;
    private long waited;
    /** The number of the slice that is read. */
    private int number;

    private final Map<String, Long> requested = new HashMap<>();
    private final Map<String, Long> refused = new HashMap<>();

    /**
     * A definition while it is in force.
     *
     * @param widths by which its instants are put off, by the watermark after which each width holds
     */
    private record Version(Schedule schedule, DecidedUpTo floor, NavigableMap<Instant, Duration> widths) {
        DecidedUpTo due(Instant nominal) {
            Map.Entry<Instant, Duration> width = widths.lowerEntry(nominal);
            Jitter jitter = new Jitter(width == null ? Duration.ZERO : width.getValue(), List.of());
            return new DecidedUpTo(jitter.due(schedule.taskId(), nominal), schedule.taskId());
        }

        Instant first() {
            Duration widest = widths.values().stream().max(Duration::compareTo).orElseThrow();
            return Instant.ofEpochSecond(floor.due().minus(widest).getEpochSecond());
        }
    }

    private Reading(ModelCluster cluster) {
        this.slices = cluster.committed;
        this.definitions = new DefinitionLog(cluster.schedules, slices);
        this.ends = new EndsReading(definitions, cluster.executions.outcomes(), slices);
    }

    /**
     * The counts of a run in which each tick was decided exactly once, and no other instant was.
     *
     * @param held executions that held back others
     * @param waited ticks that were held back
     * @param followed tasks of schedules that depend on others
     */
    record Counts(long owed, long manual, long held, long waited, long followed) {}

    static Counts judge(ModelCluster cluster) {
        Reading reading = new Reading(cluster);
        cluster.committed.forEach(slice -> slice.outputs().forEach(reading::aside));
        reading.owe();
        for (; reading.number < cluster.committed.size(); reading.number++) {
            cluster.committed.get(reading.number).outputs().forEach(reading::decide);
        }
        reading.compare();
        reading.assertNoneSkippedUnasked(cluster.control);
        long ticks =
                reading.owed.values().stream().mapToLong(NavigableSet::size).sum();
        long followed = DependencyReading.judge(reading.definitions, cluster.executions.outcomes(), cluster.committed);
        return new Counts(ticks, reading.manual, reading.ends.held(), reading.waited, followed);
    }

    /** Schedules that should run after their own ends, and have not done so since this instant. */
    static List<String> silentSince(ModelCluster cluster, Instant since) {
        return new Reading(cluster).ends.silentSince(since);
    }

    private void owe() {
        for (SlicePlan plan : slices) {
            for (long at = plan.slice().from().schedules();
                    at < plan.slice().to().schedules();
                    at++) {
                apply(definitions.at(at), plan.slice().before());
            }
        }
        DecidedUpTo end = slices.get(slices.size() - 1).slice().after();
        List.copyOf(inForce.keySet()).forEach(taskId -> end(taskId, end));
    }

    /**
     * A version decides its instants after the point at which it was applied; a first one none before it was written.
     */
    private void apply(InputRecord record, DecidedUpTo at) {
        String taskId = DefinitionLog.taskId(record);
        if (record.value() == null) {
            end(taskId, at);
            return;
        }
        generations.put(taskId, definitions.generation(record));
        Schedule schedule = definitions.good(record);
        if (schedule == null) {
            return;
        }
        Instant once = schedule.when().at();
        boolean fresh = !inForce.containsKey(taskId);
        DecidedUpTo written = DecidedUpTo.allOf(record.appended());
        DecidedUpTo floor = fresh && once == null && written.compareTo(at) > 0 ? written : at;
        Version last = inForce.get(taskId);
        if (last != null && once == null) {
            floor = last.floor().orLater(at);
        }
        end(taskId, at);
        NavigableMap<Instant, Duration> widths = new TreeMap<>();
        if (last != null && sameTiming(last.schedule().when(), schedule.when())) {
            widths.putAll(last.widths().headMap(floor.due(), false));
        }
        widths.put(floor.due(), schedule.when().jitter());
        Version version = new Version(schedule, floor, widths);
        inForce.put(taskId, version);
        if (once != null && version.due(once).compareTo(floor) <= 0) {
            owe(taskId, once);
        }
    }

    private static boolean sameTiming(FiringRule a, FiringRule b) {
        return Objects.equals(a.cron(), b.cron())
                && Objects.equals(a.every(), b.every())
                && Objects.equals(a.at(), b.at())
                && Objects.equals(a.from(), b.from());
    }

    private void aside(SliceOutput output) {
        if (output instanceof SliceOutput.PutAside aside) {
            if (!aside.input().topic().equals("schedules") && isSkipNext(aside.input())) {
                refused.merge(DefinitionLog.taskId(aside.input()), 1L, Long::sum);
            }
        }
    }

    private static boolean isSkipNext(InputRecord record) {
        return Kind.COMMAND.decode(Objects.requireNonNull(record.value())).command() == CommandKind.SKIP_NEXT;
    }

    /** No more ticks were skipped than commands asked for; some commands found no tick. */
    void assertNoneSkippedUnasked(List<InputRecord> control) {
        Map<String, Long> asked = new HashMap<>();
        for (InputRecord record : control) {
            if (isSkipNext(record)) {
                asked.merge(DefinitionLog.taskId(record), 1L, Long::sum);
            }
        }
        requested.forEach((taskId, number) -> assertThat(number + refused.getOrDefault(taskId, 0L))
                .as("ticks of %s skipped on request", taskId)
                .isLessThanOrEqualTo(asked.getOrDefault(taskId, 0L)));
    }

    private void owe(String taskId, Instant instant) {
        owedOf(taskId).add(instant);
        owedBy.putIfAbsent(taskId + ":" + instant, Objects.requireNonNull(generations.get(taskId)));
    }

    private void end(String taskId, DecidedUpTo end) {
        Version version = inForce.remove(taskId);
        if (version == null) {
            return;
        }
        Instant second = version.first();
        for (; !second.isAfter(end.due()); second = second.plusSeconds(1)) {
            DecidedUpTo tick = version.due(second);
            boolean between = tick.compareTo(version.floor()) > 0 && tick.compareTo(end) <= 0;
            if (between && Definitions.plans(version.schedule(), second)) {
                owe(taskId, second);
                dueIn.putIfAbsent(taskId + ":" + second, firstThatReached(tick));
            }
        }
    }

    private int firstThatReached(DecidedUpTo tick) {
        int low = 0;
        int high = slices.size() - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (slices.get(middle).slice().after().compareTo(tick) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private NavigableSet<Instant> owedOf(String taskId) {
        return owed.computeIfAbsent(taskId, name -> new TreeSet<>());
    }

    private void decide(SliceOutput output) {
        if (output instanceof SliceOutput.Dispatch dispatch) {
            var key = Objects.requireNonNull(dispatch.task().key());
            if (dispatch.task().origin() != Origin.TICK) {
                manual++;
            } else if (!Definitions.followsOthers(key.taskId())) {
                Instant instant = key.execTime().instant();
                decided(key.taskId(), instant, true);
                Long generation = owedBy.get(key.toString());
                if (generation != null) {
                    assertThat(dispatch.task().generation())
                            .as("generation of %s", key)
                            .isEqualTo(generation);
                }
            }
        } else if (output instanceof SliceOutput.Skip skip
                && !Definitions.followsOthers(skip.result().key().taskId())) {
            skipped(
                    skip.result().key().taskId(),
                    Objects.requireNonNull(skip.result().skipped()));
        } else if (output instanceof SliceOutput.PutAside aside
                && aside.input().topic().equals("control")
                && !isSkipNext(aside.input())) {
            manual++;
        }
    }

    private void decided(String taskId, Instant instant, boolean waits) {
        decidedOf(taskId).add(instant);
        if (Definitions.followsItsEnds(taskId)) {
            owedOf(taskId).add(instant); // Only its delay after the end can be checked.
        }
        Integer due = dueIn.get(taskId + ":" + instant);
        if (waits && due != null) {
            waited += ends.hadToWait(taskId + ":" + instant, due, number) ? 1 : 0;
        }
    }

    private List<Instant> decidedOf(String taskId) {
        return decided.computeIfAbsent(taskId, name -> new ArrayList<>());
    }

    private void skipped(String taskId, SkippedRange range) {
        boolean waits = range.reason() == SkipReason.OVERLAP || range.reason() == SkipReason.PAUSED;
        if (Definitions.followsItsEnds(taskId)) {
            assertThat(range.count()).as("places in %s of %s", range, taskId).isEqualTo(1);
            decided(taskId, range.first(), waits);
            return;
        }
        NavigableSet<Instant> places = owedOf(taskId).subSet(range.first(), true, range.last(), true);
        assertThat((long) places.size()).as("places in %s of %s", range, taskId).isEqualTo(range.count());
        places.forEach(place -> decided(taskId, place, waits));
        if (range.reason() == SkipReason.REQUESTED) {
            requested.merge(taskId, range.count(), Long::sum);
        }
    }

    private boolean hasHadItsRuns(String taskId, Instant tick) {
        Integer due = dueIn.get(taskId + ":" + tick);
        return due != null && ends.hasHadItsRuns(taskId, tick, due);
    }

    private void compare() {
        owed.forEach((taskId, ticks) -> {
            NavigableSet<Instant> forgotten = new TreeSet<>(ticks);
            decidedOf(taskId).forEach(forgotten::remove);
            forgotten.removeIf(tick -> hasHadItsRuns(taskId, tick));
            assertThat(forgotten).as("lost ticks of " + taskId).isEmpty();
        });
        decided.forEach((taskId, ticks) -> {
            NavigableSet<Instant> once = new TreeSet<>();
            assertThat(ticks.stream().filter(tick -> !once.add(tick)))
                    .as("doubled ticks of " + taskId)
                    .isEmpty();
            once.removeAll(owedOf(taskId));
            assertThat(once).as("ticks of %s that belong to no version", taskId).isEmpty();
        });
    }
}
