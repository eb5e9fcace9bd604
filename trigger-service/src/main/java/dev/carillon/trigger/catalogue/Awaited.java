package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Overlap;
import dev.carillon.schemas.record.Schedule;
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

/** Whose outcomes matter, to whom, and until when they are waited for. */
public final class Awaited {
    private static final NavigableSet<String> NOBODY = Collections.emptyNavigableSet();

    private final Map<String, NavigableSet<String>> dependants = new HashMap<>();
    /** Schedules to which their own outcomes matter. */
    private final Set<String> own = new HashSet<>();

    private final Backfills backfills = new Backfills();

    /** What waits to be applied may make outcomes matter. */
    private boolean inputsMayAwait;
    /** Schedules that may come to wait for an outcome without being changed. */
    private int mayAwait;

    private final TreeSet<Expiry> expiries = new TreeSet<>();

    private record Expiry(Instant at, String taskId) implements Comparable<Expiry> {
        @Override
        public int compareTo(Expiry other) {
            int byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : taskId.compareTo(other.taskId);
        }
    }

    void change(String taskId, @Nullable Standing last, @Nullable Standing next) {
        // Nearly all schedules: a million of them shall cost nothing here.
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

    /** What it remembers beyond a count of runs, or has been asked for, may always wait for an outcome. */
    private static boolean mayAwait(@Nullable Standing standing) {
        return standing != null
                && (mayAwait(standing.schedule())
                        || !standing.memory().withRuns(0).isEmpty()
                        || standing.arrangements().backfill() != null);
    }

    private static boolean mayAwait(@Nullable Schedule schedule) {
        return schedule != null
                && (!schedule.when().dependsOn().isEmpty()
                        || schedule.when().afterEnd() != null
                        || schedule.overlap() != Overlap.ALLOW
                        || schedule.pauseAfterFailures() != null);
    }

    /** A definition waits to be applied. */
    void reads(Definition definition) {
        inputsMayAwait |= definition instanceof Definition.Good good && mayAwait(good.schedule());
    }

    /** A command waits to be applied; those that concern an execution are nobody's here. */
    void readsCommand(byte @Nullable [] key) {
        inputsMayAwait |= taskId(key) == null;
    }

    /** None of them waits any more. */
    void readsNothing() {
        inputsMayAwait = false;
    }

    /**
     * Whether outcomes have to be followed before the next slice: what it applies may wait for those that come after it. Most
     * clusters have thousands of outcomes a second and nobody who waits for one.
     */
    public boolean isPossible() {
        return inputsMayAwait || mayAwait > 0;
    }

    private static boolean awaitsOutcomes(Standing standing) {
        Schedule schedule = standing.schedule();
        return !standing.memory().open().isEmpty()
                || standing.arrangements().backfill() != null
                || (schedule != null && schedule.pauseAfterFailures() != null);
    }

    /** When one has waited long enough for an outcome; null if it waits for none. */
    private static @Nullable Instant expires(Standing standing) {
        Schedule schedule = standing.schedule();
        Backfill backfill = standing.arrangements().backfill();
        Heard heard = standing.memory().heard();
        Instant first = earlier(standing.memory().openUntil(), backfill == null ? null : backfill.expires());
        return schedule == null || heard == null || heard.instants().isEmpty()
                ? first
                : earlier(first, Standing.lastFor(schedule, heard.instants().firstKey()));
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }

    /** Whether an outcome with this key changes anything; decided by its taskId, as thousands a second may not. */
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

    /** Whose executions of past instants may go on. */
    public Backfills backfills() {
        return backfills;
    }

    /** Those that depend on a schedule. */
    public NavigableSet<String> dependants(String taskId) {
        return dependants.getOrDefault(taskId, NOBODY);
    }

    /** Whether somebody has waited long enough. */
    public boolean isOver(Instant instant) {
        return !expiries.isEmpty() && !expiries.first().at().isAfter(instant);
    }

    /** Who has waited long enough, the longest first. */
    public List<String> over(Instant instant, int atMost) {
        return expiries.stream()
                .takeWhile(expiry -> !expiry.at().isAfter(instant))
                .limit(atMost)
                .map(Expiry::taskId)
                .toList();
    }
}
