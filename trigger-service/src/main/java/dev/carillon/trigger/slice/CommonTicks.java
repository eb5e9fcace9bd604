package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.ParentsEnd;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
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
 * The instants at which a schedule that depends on others can fire: those that all of them plan, and all that those depend
 * on in their turn. Whether they end as they should, and when, only time tells.
 */
final class CommonTicks {
    /** Instants looked at in search of one that all plan; there may be none. */
    private static final int MOST_LOOKED_AT = 20_000;
    /** Schedules gone through; a circle, which nobody may apply, would have no end. */
    private static final int MOST_SCHEDULES = 10_000;

    private final Schedule child;
    private final Surroundings surroundings;
    private final Set<Timing> timings = new LinkedHashSet<>();
    private final List<String> unforeseeable = new ArrayList<>();
    /** Each is asked for once: behind that may be a question to a database. */
    private final Map<String, Optional<Schedule>> schedules = new HashMap<>();

    private @Nullable List<PlannedTicks.Days> waitedFor;
    private @Nullable Instant from;
    private @Nullable Instant until;

    CommonTicks(Schedule child, Surroundings surroundings) {
        this.child = child;
        this.surroundings = surroundings;
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
            return null; // Safe: it is named among those whose instants nobody can foresee.
        }
    }

    /** Those among which it depends whose instants can't be told before they come. */
    List<String> unforeseeable() {
        return List.copyOf(unforeseeable);
    }

    /** The first after the instant that all plan; empty as well if none was found by looking far. */
    Optional<Instant> next(Instant after) {
        Instant start = from != null && from.isAfter(after) ? from.minusNanos(1) : after;
        return Optional.ofNullable(CommonInstant.after(start, until, timings, MOST_LOOKED_AT, Timing::next)
                .instant());
    }

    /** Whether one of them is left out at the instant, so that what waits for its success waits in vain. */
    boolean isInVain(Instant nominal) {
        return days().stream().anyMatch(days -> days.against(nominal) != null);
    }

    /** Of all whose success it waits for, at whatever remove; found once, as each tick asks. */
    private List<PlannedTicks.Days> days() {
        List<PlannedTicks.Days> known = waitedFor;
        if (known == null) {
            known = new ArrayList<>();
            Set<String> seen = new LinkedHashSet<>(List.of(child.taskId()));
            Deque<Schedule> open = new ArrayDeque<>(List.of(child));
            while (!open.isEmpty() && seen.size() < MOST_SCHEDULES) {
                Schedule one = open.remove();
                if (one.when().dependsOnEnd() == ParentsEnd.ENDED) {
                    continue; // It does not wait for their success.
                }
                for (String taskId : one.when().dependsOn()) {
                    Schedule parent = seen.add(taskId) ? schedule(taskId) : null;
                    if (parent != null) {
                        open.add(parent);
                        PlannedTicks.Days days = PlannedTicks.days(parent, surroundings);
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
                .computeIfAbsent(taskId, id -> Optional.ofNullable(surroundings.schedule(id)))
                .orElse(null);
    }
}
