package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Reached;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which schedules are due next. Those with equal timings share one rule, so that an instant costs what is due at it and
 * not what exists.
 */
public final class Agenda {
    private final Map<Timing, Rule> rules = new HashMap<>();
    private final TreeMap<Instant, Set<Rule>> byNext = new TreeMap<>();
    private Reached reached = Reached.allOf(Instant.EPOCH);

    private static final class Rule {
        final Timing timing;
        final NavigableSet<String> members = new TreeSet<>();
        /** The first planned instant that is not wholly decided. */
        @Nullable
        Instant next;

        Rule(Timing timing) {
            this.timing = timing;
        }
    }

    void add(String taskId, Timing timing) {
        Rule rule = rules.get(timing);
        if (rule == null) {
            rule = new Rule(timing);
            rules.put(timing, rule);
            enter(rule);
        }
        rule.members.add(taskId);
    }

    /** How many different timings there are. */
    int rules() {
        return rules.size();
    }

    void remove(String taskId, Timing timing) {
        Rule rule = rules.get(timing);
        if (rule != null && rule.members.remove(taskId) && rule.members.isEmpty()) {
            rules.remove(timing);
            leave(rule);
        }
    }

    /** Moves on; jumps over what lies between, so whoever calls has decided it. */
    void advance(Reached to) {
        reached = to;
        List<Rule> passed = new ArrayList<>();
        while (!byNext.isEmpty() && byNext.firstKey().compareTo(decided()) <= 0) {
            passed.addAll(byNext.pollFirstEntry().getValue());
        }
        passed.forEach(this::enter);
    }

    /** The last instant of which everything is decided. */
    private Instant decided() {
        return reached.isWhole() ? reached.due() : reached.due().minusSeconds(1);
    }

    private void enter(Rule rule) {
        Instant next = rule.timing.next(decided()).orElse(null);
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

    /** The first instant at which something is due. */
    public Optional<Instant> firstDue() {
        return byNext.isEmpty() ? Optional.empty() : Optional.of(byNext.firstKey());
    }

    /** The taskIds due at the first due instant and not decided yet, in order. */
    public Iterator<String> dueFirst() {
        PriorityQueue<Member> heads = new PriorityQueue<>();
        if (byNext.isEmpty()) {
            return new InOrder(heads);
        }
        boolean begun = byNext.firstKey().equals(reached.due());
        for (Rule rule : byNext.firstEntry().getValue()) {
            Iterator<String> rest =
                    begun ? rule.members.tailSet(reached.taskId(), false).iterator() : rule.members.iterator();
            if (rest.hasNext()) {
                heads.add(new Member(rest.next(), rest));
            }
        }
        return new InOrder(heads);
    }

    /** The first of a rule's members that are left. */
    private record Member(String taskId, Iterator<String> rest) implements Comparable<Member> {
        @Override
        public int compareTo(Member other) {
            return taskId.compareTo(other.taskId);
        }
    }

    private record InOrder(PriorityQueue<Member> heads) implements Iterator<String> {
        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public String next() {
            Member first = heads.remove();
            if (first.rest().hasNext()) {
                heads.add(new Member(first.rest().next(), first.rest()));
            }
            return first.taskId();
        }
    }
}
