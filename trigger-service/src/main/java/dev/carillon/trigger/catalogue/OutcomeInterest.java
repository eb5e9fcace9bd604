package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.schedule.Overlap;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.timing.state.ParentProgress;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.DefinitionRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which outcomes matter to which schedules, and until when each schedule waits. */
public final class OutcomeInterest {
    private static final NavigableSet<String> NONE = Collections.emptyNavigableSet();

    private final Map<String, NavigableSet<String>> dependants = new HashMap<>();
    /** Schedules that depend on outcomes of their own executions. */
    private final Set<String> own = new HashSet<>();

    private final OpenBackfills backfills = new OpenBackfills();

    /** Whether an input that is not applied yet may make a schedule wait for outcomes. */
    private boolean inputsMayAwait;
    /** How many schedules may wait for an outcome as they are now. */
    private int mayAwait;

    private final TreeSet<Expiry> expiries = new TreeSet<>();

    private record Expiry(Instant at, String taskId) implements Comparable<Expiry> {
        @Override
        public int compareTo(Expiry other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : taskId.compareTo(other.taskId);
        }
    }

    void change(String taskId, @Nullable ScheduleState last, @Nullable ScheduleState next) {
        // Most schedules have no parents, and a million of them must cost nothing here.
        List<String> parentsBefore = last == null ? List.of() : last.parents();
        List<String> parents = next == null ? List.of() : next.parents();
        if (!parents.equals(parentsBefore)) {
            parentsBefore.forEach(parent -> dependants.computeIfPresent(parent, (id, children) -> {
                children.remove(taskId);
                return children.isEmpty() ? null : children;
            }));
            parents.forEach(parent ->
                    dependants.computeIfAbsent(parent, id -> new TreeSet<>()).add(taskId));
        }
        backfills.change(taskId, last, next);
        mayAwait += (mayAwait(next) ? 1 : 0) - (mayAwait(last) ? 1 : 0);
        if (last != null && awaitsOutcomes(last)) {
            own.remove(taskId);
        }
        if (next != null && awaitsOutcomes(next)) {
            own.add(taskId);
        }
        Instant before = last == null ? null : expires(last);
        Instant after = next == null ? null : expires(next);
        if (before != null && !before.equals(after)) {
            expiries.remove(new Expiry(before, taskId));
        }
        if (after != null && !after.equals(before)) {
            expiries.add(new Expiry(after, taskId));
        }
    }

    /** A schedule with a backfill, or with progress beyond a count of runs, may wait under any definition. */
    private static boolean mayAwait(@Nullable ScheduleState state) {
        return state != null
                && (mayAwait(state.schedule())
                        || !state.progress().withRuns(0).isEmpty()
                        || state.overrides().backfill() != null);
    }

    private static boolean mayAwait(@Nullable Schedule schedule) {
        return schedule != null
                && (!schedule.when().dependsOn().isEmpty()
                        || schedule.when().afterEnd() != null
                        || schedule.overlap() != Overlap.ALLOW
                        || schedule.pauseAfterFailures() != null);
    }

    /** Notes a definition that waits to be applied. */
    void definitionWaits(DefinitionRecord definition) {
        inputsMayAwait |= definition instanceof DefinitionRecord.Good good && mayAwait(good.schedule());
    }

    /** Notes a command that waits to be applied; commands to an execution change no schedule. */
    void commandWaits(byte @Nullable [] key) {
        inputsMayAwait |= taskId(key) == null;
    }

    /** Notes that no definition and no command waits. */
    void noInputWaits() {
        inputsMayAwait = false;
    }

    /**
     * Whether outcomes have to be followed before the next slice, because a schedule in it may wait for later ones.
     * Most clusters have thousands of outcomes a second and no schedule that waits for one.
     */
    public boolean isPossible() {
        return inputsMayAwait || mayAwait > 0;
    }

    private static boolean awaitsOutcomes(ScheduleState state) {
        Schedule schedule = state.schedule();
        return !state.progress().open().isEmpty()
                || state.overrides().backfill() != null
                || (schedule != null && schedule.pauseAfterFailures() != null);
    }

    /** When a schedule stops waiting for an outcome; null if it waits for none. */
    private static @Nullable Instant expires(ScheduleState state) {
        Schedule schedule = state.schedule();
        Backfill backfill = state.overrides().backfill();
        ParentProgress progress = state.progress().parents();
        Instant first = earlier(state.progress().openUntil(), backfill == null ? null : backfill.expires());
        return schedule == null || progress == null || progress.instants().isEmpty()
                ? first
                : earlier(
                        first,
                        ScheduleState.parentsDeadline(
                                schedule, progress.instants().firstKey()));
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }

    /** Whether an outcome with this key may change a schedule; looks only at the taskId, as most do not matter. */
    public boolean matters(byte @Nullable [] key) {
        String taskId = taskId(key);
        return taskId != null && (own.contains(taskId) || dependants.containsKey(taskId));
    }

    /** The taskId in an execution key. */
    public static @Nullable String taskId(byte @Nullable [] key) {
        if (key != null) {
            for (int i = 0; i < key.length; i++) {
                if (key[i] == ':') {
                    return new String(key, 0, i, StandardCharsets.ISO_8859_1);
                }
            }
        }
        return null;
    }

    /** The schedules with a backfill. */
    public OpenBackfills backfills() {
        return backfills;
    }

    /** The schedules that depend on this one. */
    public NavigableSet<String> dependants(String taskId) {
        return dependants.getOrDefault(taskId, NONE);
    }

    /** Whether a schedule has stopped waiting for an outcome by then. */
    public boolean hasExpired(Instant instant) {
        return !expiries.isEmpty() && !expiries.first().at().isAfter(instant);
    }

    /** The schedules that have stopped waiting for an outcome by then, the earliest first. */
    public List<String> expired(Instant instant, int atMost) {
        return expiries.stream()
                .takeWhile(expiry -> !expiry.at().isAfter(instant))
                .limit(atMost)
                .map(Expiry::taskId)
                .toList();
    }
}
