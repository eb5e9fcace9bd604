package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.LostTime;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The schedules that name local times which a clock change skips, by the instants of the changes. */
public final class LostTimes {
    private final Map<Timing, Rule> rules = new HashMap<>();
    private final TreeMap<Instant, Set<Rule>> byNext = new TreeMap<>();
    private Instant reached = Instant.EPOCH;

    private static final class Rule {
        final Timing timing;
        final TreeSet<String> members = new TreeSet<>();

        @Nullable
        Instant next;

        Rule(Timing timing) {
            this.timing = timing;
        }
    }

    /** The times lost after one instant and up to another, at most as many as one event lists. */
    public List<LostTime> between(Instant after, Instant until) {
        List<LostTime> found = new ArrayList<>();
        if (!until.isAfter(after)) {
            return found;
        }
        byNext.subMap(after, false, until, true)
                .forEach((instant, together) -> together.forEach(rule -> {
                    LocalDateTime local = rule.timing.lostAt(instant);
                    if (local != null) {
                        rule.members.stream()
                                .limit(LostTime.MOST - found.size())
                                .forEach(taskId -> found.add(new LostTime(taskId, local.toString())));
                    }
                }));
        return found;
    }

    /** Updates the index when the timing of a schedule changes. */
    void change(String taskId, @Nullable Timing before, @Nullable Timing after) {
        if (before != null && !before.equals(after)) {
            remove(taskId, before);
        }
        if (after != null && !after.equals(before)) {
            add(taskId, after);
        }
    }

    private void add(String taskId, Timing timing) {
        if (!timing.mayLose()) {
            return; // Almost all timings, so they take no memory here.
        }
        // Kept even if no loss is near: that search takes longest, and its result holds for all members of the rule.
        Rule rule = rules.get(timing);
        if (rule == null) {
            rule = new Rule(timing);
            enter(rule);
            rules.put(timing, rule);
        }
        rule.members.add(taskId);
    }

    private void remove(String taskId, Timing timing) {
        Rule rule = rules.get(timing);
        if (rule != null && rule.members.remove(taskId) && rule.members.isEmpty()) {
            rules.remove(timing);
            Set<Rule> together = rule.next == null ? null : byNext.get(rule.next);
            if (together != null && together.remove(rule) && together.isEmpty()) {
                byNext.remove(rule.next);
            }
        }
    }

    void advance(DecidedUpTo to) {
        reached = to.due();
        while (!byNext.isEmpty() && !byNext.firstKey().isAfter(reached)) {
            byNext.pollFirstEntry().getValue().forEach(this::enter);
        }
    }

    private void enter(Rule rule) {
        try {
            rule.next = rule.timing.nextLoss(reached);
        } catch (RuntimeException e) {
            rule.next = null; // The schedules of this timing are parked when their ticks are planned.
        }
        if (rule.next != null) {
            byNext.computeIfAbsent(rule.next, instant -> new LinkedHashSet<>()).add(rule);
        }
    }
}
