package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Timings of schedules with a jitter. When a nominal instant comes near, the ticks of all members are entered one by
 * one at the instants when they are due. Instants farther away are not entered, as they would take too much memory.
 */
final class SpreadRules {
    private final SingleDues dues;
    private final CarefulTimings careful;
    private final Map<Timing, Rule> rules = new HashMap<>();
    private final TreeMap<Instant, Set<Rule>> byNext = new TreeMap<>();
    private DecidedUpTo decided = DecidedUpTo.allOf(Instant.EPOCH);

    SpreadRules(SingleDues dues, CarefulTimings careful) {
        this.dues = dues;
        this.careful = careful;
    }

    private static final class Rule {
        final Timing timing;
        final Map<String, Jitter> members = new HashMap<>();
        /** The longest jitter that a member has or had. */
        Duration longest = Duration.ZERO;
        /** The first nominal instant whose ticks are not entered yet; null after the last. */
        @Nullable
        Instant next;

        Rule(Timing timing) {
            this.timing = timing;
        }

        void add(String taskId, Jitter jitter) {
            members.put(taskId, jitter);
            longest = jitter.longest().compareTo(longest) > 0 ? jitter.longest() : longest;
        }
    }

    int size() {
        return rules.size();
    }

    void add(String taskId, Timing timing, Jitter jitter) {
        Rule rule = rules.get(timing);
        if (rule == null) {
            rule = new Rule(timing);
            rule.add(taskId, jitter);
            rules.put(timing, rule);
            enter(rule, firstUndecided(rule));
            return;
        }
        rule.add(taskId, jitter);
        // The ticks of the other members are entered already for the instants before this one.
        Instant end = rule.next;
        Instant nominal = careful.next(timing, lookBack(jitter.longest()));
        // A timing that has failed has no such end; all its members are parked anyway.
        while (nominal != null && !careful.hasFailed(timing) && (end == null || nominal.isBefore(end))) {
            spread(taskId, jitter, nominal);
            nominal = careful.next(timing, nominal);
        }
    }

    Set<String> members(Timing timing) {
        Rule rule = rules.get(timing);
        return rule == null ? Set.of() : rule.members.keySet();
    }

    void remove(String taskId, Timing timing) {
        Rule rule = rules.get(timing);
        if (rule != null && rule.members.remove(taskId) != null) {
            dues.leave(taskId);
            if (rule.members.isEmpty()) {
                rules.remove(timing);
                leave(rule);
            }
        }
    }

    /** Moves on to this point; ticks of an earlier nominal instant may be due until the longest jitter is over. */
    void advance(DecidedUpTo to) {
        decided = to;
        List<Rule> passed = new ArrayList<>();
        byNext.headMap(to.due(), true).values().forEach(passed::addAll);
        for (Rule rule : passed) {
            Instant next = rule.next;
            if (next != null && !next.isAfter(lookBack(rule.longest))) {
                leave(rule);
                enter(rule, firstUndecided(rule));
            }
        }
    }

    /** The first nominal instant whose ticks are not entered yet. */
    Optional<Instant> first() {
        return byNext.isEmpty() ? Optional.empty() : Optional.of(byNext.firstKey());
    }

    /** Enters the ticks of all members at that instant. */
    void spreadFirst() {
        Map.Entry<Instant, Set<Rule>> first = byNext.pollFirstEntry();
        for (Rule rule : first.getValue()) {
            rule.members.forEach((taskId, jitter) -> spread(taskId, jitter, first.getKey()));
            enter(rule, careful.next(rule.timing, first.getKey()));
        }
    }

    private void spread(String taskId, Jitter jitter, Instant nominal) {
        Instant due = jitter.due(taskId, nominal);
        if (new DecidedUpTo(due, taskId).compareTo(decided) > 0) {
            dues.enter(due, taskId, nominal);
        }
    }

    private @Nullable Instant firstUndecided(Rule rule) {
        return careful.next(rule.timing, lookBack(rule.longest));
    }

    /** The last nominal instant whose ticks are all decided. */
    private Instant lookBack(Duration longest) {
        return decided.due().minus(longest).minusSeconds(1);
    }

    private void enter(Rule rule, @Nullable Instant next) {
        rule.next = next;
        if (next != null) {
            byNext.computeIfAbsent(next, instant -> new LinkedHashSet<>()).add(rule);
        }
    }

    private void leave(Rule rule) {
        Instant next = rule.next;
        Set<Rule> together = next == null ? null : byNext.get(next);
        if (together != null && together.remove(rule) && together.isEmpty()) {
            byNext.remove(next);
        }
    }
}
