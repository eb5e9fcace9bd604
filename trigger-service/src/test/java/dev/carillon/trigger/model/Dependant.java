package dev.carillon.trigger.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks the guarantees of one schedule that depends on others, through all its generations. It keeps each instant
 * separately, and distinguishes what has to be decided in a slice from what may be decided, as slices do not show all
 * that lies before a decision.
 */
final class Dependant {
    /** At most this many instants are open at once, and at most this many gaps lie between finished ones. */
    private static final int MOST = 1_000;
    /** An instant past its deadline is given up within this many slices, even if each holds one record. */
    private static final int SLICES_TO_GIVE_UP = 200;

    /** The decision about an instant. */
    private enum Decision {
        TASK,
        DEPENDENCY,
        PAUSED
    }

    /** An instant that has to be decided, as a parent has ended for it. */
    private static final class Begun {
        final Set<String> ended = new HashSet<>();
        boolean decided;
        /** Whether it is unknown if it has to be decided. */
        boolean unsure;

        int slicesOverdue;
    }

    /** The possible decisions about an instant in this slice. */
    private static final class Verdict {
        final EnumSet<Decision> possible = EnumSet.noneOf(Decision.class);
        /** Whether all parents have ended, or one with the wrong status. */
        boolean due;

        boolean certain;
        boolean found;
        /** The version that decided it: the next one may come in the same slice. */
        long version;

        long generation;
    }

    private final String taskId;
    private @Nullable Schedule schedule;
    private long version;
    private long generation;
    private final NavigableMap<Instant, Begun> open = new TreeMap<>();
    /** Instants for which all parents have ended. */
    private final NavigableSet<Instant> finished = new TreeSet<>();

    private final Set<Instant> everDecided = new HashSet<>();
    /** No instant up to here has to be decided. */
    private Instant over = Instant.MIN;
    /** An instant that begins up to here may be decided already. */
    private Instant unsureUpTo = Instant.MIN;

    private final NavigableMap<Instant, Verdict> verdicts = new TreeMap<>();
    private Instant reached = Instant.MIN;
    private long tasks;

    Dependant(String taskId) {
        this.taskId = taskId;
    }

    @Nullable
    Schedule schedule() {
        return schedule;
    }

    long tasks() {
        return tasks;
    }

    /** Begins a slice: its outcomes and definitions follow, and then {@link #judge}. */
    void begin(Instant reachedNow) {
        reached = reachedNow;
        verdicts.clear();
        if (finished.size() >= MOST) {
            allIsUnsure(); // If there are too many gaps, the trigger may have cut off the oldest.
        }
        open.forEach((instant, begun) -> {
            if (isOverdue(instant)) {
                unsureUpTo = later(unsureUpTo, instant);
            }
            if (!begun.decided && (begun.unsure || isOverdue(instant))) {
                verdict(instant).possible.add(Decision.DEPENDENCY);
            }
        });
    }

    private Verdict verdict(Instant instant) {
        return verdicts.computeIfAbsent(instant, key -> new Verdict());
    }

    private boolean isOverdue(Instant instant) {
        if (schedule == null) {
            return false;
        }
        Duration waits = Objects.requireNonNullElse(schedule.deadline(), Limits.MAX_DEADLINE);
        return !instant.plus(waits).isAfter(reached);
    }

    private void allIsUnsure() {
        unsureUpTo = later(unsureUpTo, lastFinished());
        if (!open.isEmpty()) {
            unsureUpTo = later(unsureUpTo, open.lastKey());
        }
        open.forEach((instant, begun) -> {
            begun.unsure = true;
            if (!begun.decided) {
                verdict(instant).possible.add(Decision.DEPENDENCY);
            }
        });
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private Instant lastFinished() {
        return finished.isEmpty() ? over : finished.last();
    }

    /**
     * Notes that a parent has ended for an instant.
     *
     * @param inOrder whether a parent begins an instant only after all earlier ones are over
     */
    void parentEnded(
            String parent, Instant instant, OutcomeStatus status, boolean inOrder, Predicate<Instant> planned) {
        if (schedule == null || finished.contains(instant) || !instant.isAfter(over)) {
            return;
        }
        Begun begun = open.get(instant);
        if (begun == null) {
            begun = isInPeriod(schedule.when(), instant) && planned.test(instant) ? begun(instant, inOrder) : null;
        }
        if (begun == null || !begun.ended.add(parent)) {
            return;
        }
        boolean all = begun.ended.size() == schedule.when().dependsOn().size();
        if (all) {
            open.remove(instant);
            finished.add(instant);
        }
        if (!begun.decided && !suits(status, schedule.when().dependsOnEnd())) {
            decide(instant, begun, Decision.DEPENDENCY);
        } else if (!begun.decided && all) {
            ready(instant, begun, schedule);
        }
    }

    static boolean isInPeriod(FiringRule when, Instant instant) {
        Instant from = when.from();
        Instant until = when.until();
        return (from == null || !instant.isBefore(from)) && (until == null || !instant.isAfter(until));
    }

    private @Nullable Begun begun(Instant instant, boolean inOrder) {
        makeRoom();
        if (!instant.isAfter(over)) {
            return null;
        }
        Begun begun = new Begun();
        begun.unsure = !instant.isAfter(inOrder ? later(unsureUpTo, lastFinished()) : unsureUpTo);
        open.put(instant, begun);
        if (isOverdue(instant)) {
            unsureUpTo = later(unsureUpTo, instant);
            verdict(instant).possible.add(Decision.DEPENDENCY);
        }
        return begun;
    }

    private void makeRoom() {
        if (open.size() < MOST) {
            return;
        }
        if (open.entrySet().stream().anyMatch(entry -> entry.getValue().unsure || isOverdue(entry.getKey()))) {
            allIsUnsure();
            return;
        }
        Map.Entry<Instant, Begun> oldest = open.pollFirstEntry();
        over = later(over, oldest.getKey());
        if (!oldest.getValue().decided) {
            decide(oldest.getKey(), oldest.getValue(), Decision.DEPENDENCY);
        }
    }

    private static boolean suits(OutcomeStatus status, ParentsEnd asked) {
        return switch (asked) {
            case SUCCEEDED -> status == OutcomeStatus.SUCCEEDED;
            case FAILED -> status == OutcomeStatus.FAILED || status == OutcomeStatus.EXPIRED;
            case ENDED -> true;
        };
    }

    private void ready(Instant instant, Begun begun, Schedule inForce) {
        decide(instant, begun, inForce.enabled() ? Decision.TASK : Decision.PAUSED);
    }

    private void decide(Instant instant, Begun begun, Decision decision) {
        Verdict verdict = verdict(instant);
        verdict.possible.add(decision);
        verdict.due = true;
        verdict.version = version;
        verdict.generation = generation;
        verdict.certain |= !begun.unsure;
        begun.decided = true;
    }

    /** The schedule is deleted. */
    void end() {
        open.forEach(this::giveUp);
        open.clear();
        schedule = null;
    }

    private void giveUp(Instant instant, Begun begun) {
        if (!begun.decided) {
            decide(instant, begun, Decision.DEPENDENCY);
        }
    }

    /**
     * Puts a definition into force.
     *
     * @param floor the first definition of a generation decides only instants after this one
     */
    void take(Schedule next, long offset, long nextGeneration, Instant floor) {
        Schedule last = schedule;
        schedule = next;
        version = offset;
        generation = nextGeneration;
        if (last == null) {
            finished.clear();
            over = floor;
            unsureUpTo = floor;
            return;
        }
        othersChanged();
        ParentsEnd asked = next.when().dependsOnEnd();
        boolean otherEnds = asked != last.when().dependsOnEnd() && asked != ParentsEnd.ENDED;
        for (Map.Entry<Instant, Begun> entry : Map.copyOf(open).entrySet()) {
            Begun begun = entry.getValue();
            begun.ended.retainAll(next.when().dependsOn());
            if (otherEnds && !begun.ended.isEmpty()) {
                giveUp(entry.getKey(), begun);
            }
            if (begun.ended.size() == next.when().dependsOn().size()) {
                open.remove(entry.getKey());
                finished.add(entry.getKey());
                if (!begun.decided) {
                    ready(entry.getKey(), begun, next);
                }
            }
        }
    }

    /** Instants between finished ones, which no schedule planned so far, count as over; they may be planned now. */
    void othersChanged() {
        unsureUpTo = later(unsureUpTo, lastFinished());
    }

    void dispatched(Task task, String slice) {
        Instant instant = Objects.requireNonNull(task.key()).execTime().instant();
        assertThat(possible(instant))
                .as("%s becomes a task%s", task.key(), slice)
                .contains(Decision.TASK);
        Verdict verdict = verdict(instant);
        assertThat(task.scheduleVersion())
                .as("version of %s%s", task.key(), slice)
                .isEqualTo(verdict.version);
        assertThat(task.generation())
                .as("generation of %s%s", task.key(), slice)
                .isEqualTo(verdict.generation);
        found(instant, slice);
        tasks++;
    }

    private Set<Decision> possible(Instant instant) {
        Verdict verdict = verdicts.get(instant);
        return verdict == null ? Set.of() : verdict.possible;
    }

    private void found(Instant instant, String slice) {
        verdict(instant).found = true;
        assertThat(everDecided.add(instant))
                .as("%s at %s is decided once%s", taskId, instant, slice)
                .isTrue();
    }

    void skipped(SkippedRange range, String slice) {
        Decision decision = range.reason() == SkipReason.PAUSED ? Decision.PAUSED : Decision.DEPENDENCY;
        assertThat(range.reason()).isIn(SkipReason.PAUSED, SkipReason.DEPENDENCY);
        NavigableMap<Instant, Verdict> within = new TreeMap<>(verdicts.subMap(range.first(), true, range.last(), true));
        within.values().removeIf(verdict -> verdict.found || !verdict.possible.contains(decision));
        String what = taskId + ": " + range + slice;
        assertThat(within.keySet()).as(what).contains(range.first(), range.last());
        assertThat(range.count()).as(what).isLessThanOrEqualTo(within.size());
        if (range.count() < within.size()) {
            within.entrySet()
                    .removeIf(entry -> !entry.getValue().certain
                            && !entry.getKey().equals(range.first())
                            && !entry.getKey().equals(range.last()));
            assertThat(range.count()).as(what).isGreaterThanOrEqualTo(within.size());
        }
        within.keySet().forEach(instant -> found(instant, slice));
    }

    /**
     * Fails if an instant that had to be decided was not.
     *
     * @param free whether the slice was free to give up overdue instants
     */
    void judge(String slice, boolean free) {
        verdicts.forEach((instant, verdict) -> {
            assertThat(verdict.certain && !verdict.found)
                    .as("%s at %s is ready or can't run any more, and not decided%s", taskId, instant, slice)
                    .isFalse();
            Begun begun = open.get(instant);
            if (begun != null && verdict.found) {
                begun.decided = true;
            } else if (verdict.due && !verdict.found) {
                open.remove(instant); // It was decided before it seemed to begin.
                finished.add(instant);
            }
        });
        open.forEach((instant, begun) -> {
            if (free && !begun.decided && !begun.unsure && isOverdue(instant)) {
                begun.slicesOverdue++;
                assertThat(begun.slicesOverdue)
                        .as("slices in which %s at %s was not given up%s", taskId, instant, slice)
                        .isLessThan(SLICES_TO_GIVE_UP);
            }
        });
    }
}
