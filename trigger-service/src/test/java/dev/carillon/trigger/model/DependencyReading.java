package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.OutcomeCursor;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks the guarantees of schedules that depend on others, from the definitions, the outcomes and the positions of
 * the slices: each instant that all parents plan is decided once, in the slice that applies the end of the last parent,
 * or of one with the wrong status, in spite of all edits. Works outcome by outcome and instant by instant.
 */
final class DependencyReading {
    /** Only the last instants of a longer range count. */
    private static final int MOST_OF_A_RANGE = 1_000;

    private final DefinitionLog definitions;
    private final List<List<InputRecord>> outcomes;
    private final Map<String, Schedule> inForce = new HashMap<>();
    private final Map<String, Dependant> dependants = new TreeMap<>();
    private Instant reached = Instant.MIN;
    private int number;
    private @Nullable OutcomeCursor last;

    private DependencyReading(DefinitionLog definitions, List<List<InputRecord>> outcomes) {
        this.definitions = definitions;
        this.outcomes = outcomes;
    }

    /** Returns how many tasks there were of such schedules. */
    static long judge(DefinitionLog definitions, List<List<InputRecord>> outcomes, List<SlicePlan> slices) {
        DependencyReading reading = new DependencyReading(definitions, outcomes);
        slices.forEach(reading::read);
        return reading.dependants.values().stream().mapToLong(Dependant::tasks).sum();
    }

    private void read(SlicePlan plan) {
        Slice slice = plan.slice();
        reached = slice.before().due();
        dependants.values().forEach(dependant -> dependant.begin(reached));
        readOutcomes(plan);
        for (long offset = slice.from().schedules(); offset < slice.to().schedules(); offset++) {
            define(definitions.at(offset));
        }
        String at = ", slice " + number++;
        for (SliceOutput output : plan.outputs()) {
            if (output instanceof SliceOutput.Dispatch dispatch
                    && dispatch.task().origin() == Origin.TICK) {
                if (Definitions.followsOthers(dispatch.task().taskId())) {
                    dependant(dispatch.task().taskId()).dispatched(dispatch.task(), at);
                }
            } else if (output instanceof SliceOutput.Skip skip) {
                String taskId = skip.result().key().taskId();
                if (Definitions.followsOthers(taskId)) {
                    dependant(taskId)
                            .skipped(Objects.requireNonNull(skip.result().skipped()), at);
                }
            }
        }
        boolean free = plan.watermark().gap() == null && plan.watermark().outcome() == null;
        dependants.values().forEach(dependant -> dependant.judge(at, free));
        last = plan.watermark().outcome();
    }

    private Dependant dependant(String taskId) {
        return dependants.computeIfAbsent(taskId, Dependant::new);
    }

    /** Reads the outcomes of a slice; an outcome that the slice before has begun goes on first. */
    private void readOutcomes(SlicePlan plan) {
        List<Long> from = plan.slice().from().outcomes();
        List<Long> to = plan.slice().to().outcomes();
        OutcomeCursor begun = last;
        OutcomeCursor stopped = plan.watermark().outcome();
        if (to.isEmpty()) {
            dependants.values().forEach(dependant -> assertThat(dependant.schedule())
                    .as("a schedule that depends on others while no outcomes are followed")
                    .isNull());
            return;
        }
        if (begun != null) {
            readOutcome(
                    begun.partition(),
                    begun.offset(),
                    begun,
                    isAt(stopped, begun.partition(), begun.offset()) ? stopped : null);
        }
        for (int partition = 0; partition < from.size(); partition++) {
            for (long offset = from.get(partition); offset < to.get(partition); offset++) {
                if (!isAt(begun, partition, offset)) {
                    readOutcome(partition, offset, null, null);
                }
            }
        }
        if (stopped != null && !isAt(begun, stopped.partition(), stopped.offset())) {
            readOutcome(stopped.partition(), stopped.offset(), null, stopped);
        }
    }

    private static boolean isAt(@Nullable OutcomeCursor cursor, int partition, long offset) {
        return cursor != null && cursor.partition() == partition && cursor.offset() == offset;
    }

    private void readOutcome(int partition, long offset, @Nullable OutcomeCursor from, @Nullable OutcomeCursor to) {
        InputRecord record = outcomes.get(partition).get((int) offset);
        Outcome outcome = Kind.OUTCOME.decode(Objects.requireNonNull(record.value()));
        String parent = outcome.key().taskId();
        if (!isTick(outcome.key().execTime().instant())) {
            return;
        }
        List<Instant> instants =
                instants(outcome, parent).stream().filter(this::isTick).toList();
        dependants.forEach((taskId, dependant) -> {
            Schedule schedule = dependant.schedule();
            if (schedule == null || !schedule.when().dependsOn().contains(parent)) {
                return;
            }
            boolean inOrder = schedule.when().dependsOn().stream()
                    .map(inForce::get)
                    .anyMatch(other -> other != null && other.when().afterEnd() != null);
            for (Instant instant : instants) {
                if (isBeyond(from, taskId, instant) && (to == null || !isBeyond(to, taskId, instant))) {
                    dependant.parentEnded(parent, instant, outcome.status(), inOrder, at -> allPlan(schedule, at));
                }
            }
        });
    }

    private static boolean isBeyond(@Nullable OutcomeCursor cursor, String taskId, Instant instant) {
        if (cursor == null || !cursor.taskId().equals(taskId)) {
            return cursor == null || taskId.compareTo(cursor.taskId()) > 0;
        }
        return cursor.instant() != null && instant.isAfter(cursor.instant());
    }

    /** Whether it is the instant of a tick that has been due: other instants are of runs by command. */
    private boolean isTick(Instant instant) {
        return instant.getNano() == 0 && !instant.isAfter(reached);
    }

    private List<Instant> instants(Outcome outcome, String parent) {
        SkippedRange range = outcome.skipped();
        if (range == null || range.count() == 1) {
            return List.of(outcome.key().execTime().instant());
        }
        Schedule schedule = inForce.get(parent);
        List<Instant> planned = new ArrayList<>();
        if (schedule != null) {
            for (Instant second = range.first(); !second.isAfter(range.last()); second = second.plusSeconds(1)) {
                if (Definitions.plans(schedule, second)) {
                    planned.add(second);
                }
            }
        }
        boolean isItsOwn = planned.size() == range.count()
                && planned.get(0).equals(range.first())
                && planned.get(planned.size() - 1).equals(range.last());
        return isItsOwn
                ? planned.subList(Math.max(0, planned.size() - MOST_OF_A_RANGE), planned.size())
                : List.of(range.first(), range.last());
    }

    /** Its parents, their parents, and so on. */
    private Set<String> ancestors(Schedule schedule) {
        Set<String> found = new LinkedHashSet<>();
        Deque<Schedule> open = new ArrayDeque<>(List.of(schedule));
        while (!open.isEmpty()) {
            for (String parent : open.remove().when().dependsOn()) {
                Schedule known = found.add(parent) ? inForce.get(parent) : null;
                if (known != null) {
                    open.add(known);
                }
            }
        }
        return found;
    }

    /** Whether all ancestors plan it, except those that do not exist or run after their own ends. */
    private boolean allPlan(Schedule child, Instant instant) {
        return ancestors(child).stream()
                .map(inForce::get)
                .filter(Objects::nonNull)
                .allMatch(schedule -> {
                    if (Definitions.followsOthers(schedule.taskId())) {
                        return Dependant.isInPeriod(schedule.when(), instant);
                    }
                    return Definitions.followsItsEnds(schedule.taskId()) || Definitions.plans(schedule, instant);
                });
    }

    private void define(InputRecord record) {
        String taskId = DefinitionLog.taskId(record);
        Schedule schedule = definitions.good(record);
        if (record.value() != null && schedule == null) {
            return; // The last good one stays in force.
        }
        notifyDependants(taskId);
        if (schedule == null) {
            inForce.remove(taskId);
        } else {
            inForce.put(taskId, schedule);
        }
        notifyDependants(taskId);
        if (Definitions.followsOthers(taskId)) {
            if (schedule == null) {
                dependant(taskId).end();
            } else {
                Instant written = Instant.ofEpochSecond(record.appended().getEpochSecond());
                dependant(taskId)
                        .take(
                                schedule,
                                record.offset(),
                                definitions.generation(record),
                                written.isAfter(reached) ? written : reached);
            }
        }
    }

    private void notifyDependants(String taskId) {
        for (Dependant dependant : dependants.values()) {
            Schedule schedule = dependant.schedule();
            if (schedule != null && ancestors(schedule).contains(taskId)) {
                dependant.othersChanged();
            }
        }
    }
}
