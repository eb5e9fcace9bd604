package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.slice.Output;
import dev.carillon.trigger.slice.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What guarantee G1 says of a run, from the log of definitions and what the slices tell of themselves: which pairs and
 * positions they went from and to. Works second by second.
 */
final class Reading {
    private final List<InputRecord> definitions;
    private final List<SlicePlan> slices;
    private final Map<String, Version> inForce = new HashMap<>();
    private final Map<String, NavigableSet<Instant>> owed = new TreeMap<>();
    private final Map<String, List<Instant>> decided = new TreeMap<>();
    private final Map<String, Long> generations = new HashMap<>();
    private final Set<String> deleted = new HashSet<>();
    /** Which generation owed a tick last, by its key. */
    private final Map<String, Long> owedBy = new HashMap<>();

    private long manual;

    private record Version(Schedule schedule, Reached floor) {}

    private Reading(List<InputRecord> definitions, List<SlicePlan> slices) {
        this.definitions = definitions;
        this.slices = slices;
    }

    /** The counts of a run in which each owed tick was decided exactly once, and no other was. */
    record Counts(long owed, long manual) {}

    static Counts judge(List<InputRecord> definitions, List<SlicePlan> slices) {
        Reading reading = new Reading(definitions, slices);
        reading.owe();
        slices.forEach(slice -> slice.outputs().forEach(reading::decide));
        reading.compare();
        long ticks =
                reading.owed.values().stream().mapToLong(NavigableSet::size).sum();
        return new Counts(ticks, reading.manual);
    }

    private void owe() {
        for (SlicePlan plan : slices) {
            for (long at = plan.slice().from().schedules();
                    at < plan.slice().to().schedules();
                    at++) {
                apply(definitions.get((int) at), plan.slice().before());
            }
        }
        Reached end = slices.get(slices.size() - 1).slice().after();
        List.copyOf(inForce.keySet()).forEach(taskId -> end(taskId, end));
    }

    /** A version owes its instants after the pair at which it was applied; a first one none before it was written. */
    private void apply(InputRecord record, Reached at) {
        String taskId = new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8);
        if (record.value() == null) {
            end(taskId, at);
            if (generations.containsKey(taskId)) {
                deleted.add(taskId);
            }
            return;
        }
        // Whatever comes after a deletion begins another generation.
        generations.merge(taskId, 0L, (known, none) -> deleted.contains(taskId) ? known + 1 : known);
        deleted.remove(taskId);
        Schedule schedule = usable(record.value());
        if (schedule == null) {
            return;
        }
        Instant once = schedule.when().at();
        boolean fresh = !inForce.containsKey(taskId);
        Reached written = Reached.allOf(record.appended());
        Reached floor = fresh && once == null && written.compareTo(at) > 0 ? written : at;
        end(taskId, at);
        inForce.put(taskId, new Version(schedule, floor));
        if (once != null && new Reached(once, taskId).compareTo(floor) <= 0) {
            owe(taskId, once);
        }
    }

    private void owe(String taskId, Instant instant) {
        owedOf(taskId).add(instant);
        owedBy.put(taskId + ":" + instant, Objects.requireNonNull(generations.get(taskId)));
    }

    private static @Nullable Schedule usable(byte[] value) {
        try {
            Schedule schedule = Kind.SCHEDULE.decode(value);
            return schedule.work().queue().equals("default") ? schedule : null;
        } catch (ContractException e) {
            return null; // The last good one stays in force.
        }
    }

    private void end(String taskId, Reached end) {
        Version version = inForce.remove(taskId);
        if (version == null) {
            return;
        }
        Instant second = Instant.ofEpochSecond(version.floor().due().getEpochSecond());
        for (; !second.isAfter(end.due()); second = second.plusSeconds(1)) {
            Reached tick = new Reached(second, taskId);
            boolean between = tick.compareTo(version.floor()) > 0 && tick.compareTo(end) <= 0;
            if (between && Definitions.plans(version.schedule(), second)) {
                owe(taskId, second);
            }
        }
    }

    private NavigableSet<Instant> owedOf(String taskId) {
        return owed.computeIfAbsent(taskId, name -> new TreeSet<>());
    }

    private void decide(Output output) {
        if (output instanceof Output.Dispatch dispatch) {
            var key = Objects.requireNonNull(dispatch.task().key());
            if (dispatch.task().origin() == Origin.TICK) {
                decidedOf(key.taskId()).add(key.execTime().instant());
                Long generation = owedBy.get(key.toString());
                if (generation != null) {
                    assertThat(dispatch.task().generation())
                            .as("generation of %s", key)
                            .isEqualTo(generation);
                }
            } else {
                manual++;
            }
        } else if (output instanceof Output.Skip skip) {
            skipped(
                    skip.result().key().taskId(),
                    Objects.requireNonNull(skip.result().skipped()));
        } else if (output instanceof Output.PutAside aside
                && aside.input().topic().equals("control")) {
            manual++;
        }
    }

    private List<Instant> decidedOf(String taskId) {
        return decided.computeIfAbsent(taskId, name -> new ArrayList<>());
    }

    private void skipped(String taskId, SkippedRange range) {
        NavigableSet<Instant> places = owedOf(taskId).subSet(range.first(), true, range.last(), true);
        assertThat((long) places.size()).as("places in %s of %s", range, taskId).isEqualTo(range.count());
        decidedOf(taskId).addAll(places);
    }

    private void compare() {
        owed.forEach((taskId, ticks) -> {
            NavigableSet<Instant> forgotten = new TreeSet<>(ticks);
            decidedOf(taskId).forEach(forgotten::remove);
            assertThat(forgotten).as("lost ticks of " + taskId).isEmpty();
        });
        decided.forEach((taskId, ticks) -> {
            NavigableSet<Instant> once = new TreeSet<>();
            assertThat(ticks.stream().filter(tick -> !once.add(tick)))
                    .as("doubled ticks of " + taskId)
                    .isEmpty();
            once.removeAll(owedOf(taskId));
            assertThat(once).as("ticks of %s that no version owed", taskId).isEmpty();
        });
    }
}
