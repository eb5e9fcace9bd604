package dev.carillon.timing.plan;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The instants at which a schedule with parents can fire: those that all its parents plan, and their parents in turn.
 * Whether and when the parents end as required can't be known beforehand.
 */
public final class CommonTicks {
    /** Instants looked at in search of one that all plan; there may be none. */
    private static final int MOST_LOOKED_AT = 20_000;
    /** Most schedules visited, as a dependency graph may be large. */
    private static final int MOST_SCHEDULES = 10_000;

    private final Schedule child;
    private final ScheduleLookup lookup;
    private final Set<Timing> timings = new LinkedHashSet<>();
    private final List<String> unforeseeable = new ArrayList<>();
    /** Schedules already looked up, as a lookup may query a database. */
    private final Map<String, Optional<Schedule>> schedules = new HashMap<>();

    private @Nullable List<PlannedTicks.Days> waitedFor;
    private @Nullable Instant from;
    private @Nullable Instant until;

    public CommonTicks(Schedule child, ScheduleLookup lookup) {
        this.child = child;
        this.lookup = lookup;
        Set<String> seen = new LinkedHashSet<>(List.of(child.taskId()));
        Deque<Schedule> open = new ArrayDeque<>(List.of(child));
        while (!open.isEmpty() && seen.size() < MOST_SCHEDULES) {
            Schedule one = open.remove();
            narrow(one);
            for (String parent : one.when().dependsOn()) {
                if (seen.add(parent)) {
                    add(parent, open);
                }
            }
        }
    }

    private void narrow(Schedule one) {
        Instant first = one.when().from();
        Instant last = one.when().until();
        from = from == null || (first != null && first.isAfter(from)) ? first : from;
        until = until == null || (last != null && last.isBefore(until)) ? last : until;
    }

    private void add(String taskId, Deque<Schedule> open) {
        Schedule schedule = schedule(taskId);
        Timing timing = schedule == null ? null : timing(schedule);
        if (schedule != null && !schedule.when().dependsOn().isEmpty()) {
            open.add(schedule);
        } else if (timing == null || timing.isUnforeseeable()) {
            unforeseeable.add(taskId);
        } else {
            timings.add(timing);
        }
    }

    private static @Nullable Timing timing(Schedule schedule) {
        try {
            return Timing.of(schedule);
        } catch (ContractException e) {
            return null; // Safe: the parent is then listed as unforeseeable.
        }
    }

    /** Schedules on which it depends and whose instants can't be known beforehand. */
    public List<String> unforeseeable() {
        return List.copyOf(unforeseeable);
    }

    /** The first later instant that all plan; empty also if the search ended at its limit. */
    public Optional<Instant> next(Instant after) {
        Instant start = from != null && from.isAfter(after) ? from.minusNanos(1) : after;
        return Optional.ofNullable(CommonInstant.after(start, until, timings, MOST_LOOKED_AT, Timing::next)
                .instant());
    }

    /** Whether the calendar of a schedule whose execution it needs leaves the instant out. */
    public boolean parentSkips(Instant nominal) {
        return days().stream().anyMatch(days -> days.against(nominal) != null);
    }

    /** The days of all schedules whose executions it needs, also through others; found once, as each tick asks. */
    private List<PlannedTicks.Days> days() {
        List<PlannedTicks.Days> known = waitedFor;
        if (known == null) {
            known = new ArrayList<>();
            Set<String> seen = new LinkedHashSet<>(List.of(child.taskId()));
            Deque<Schedule> open = new ArrayDeque<>(List.of(child));
            while (!open.isEmpty() && seen.size() < MOST_SCHEDULES) {
                Schedule one = open.remove();
                if (one.when().dependsOnEnd() == ParentsEnd.ENDED) {
                    continue; // A skip is an end as well, so it does not matter.
                }
                for (String taskId : one.when().dependsOn()) {
                    Schedule parent = seen.add(taskId) ? schedule(taskId) : null;
                    if (parent != null) {
                        open.add(parent);
                        PlannedTicks.Days days = PlannedTicks.days(parent, lookup::calendar);
                        if (days != null) {
                            known.add(days);
                        }
                    }
                }
            }
            waitedFor = known;
        }
        return known;
    }

    private @Nullable Schedule schedule(String taskId) {
        return schedules
                .computeIfAbsent(taskId, id -> Optional.ofNullable(lookup.schedule(id)))
                .orElse(null);
    }
}
