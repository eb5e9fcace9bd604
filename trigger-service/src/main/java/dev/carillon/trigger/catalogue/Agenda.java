package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Reached;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which schedules are due next. Those with equal timings share one rule, so that an instant costs what is due at it and
 * not what exists. What is put off, and what follows no timing at all, has single places beside the rules.
 */
public final class Agenda {
    private final Map<Timing, Rule> rules = new HashMap<>();
    private final TreeMap<Instant, Set<Rule>> byNext = new TreeMap<>();
    private final SingleDues singles = new SingleDues();
    private final CarefulTimings careful = new CarefulTimings();
    private final SpreadRules spread = new SpreadRules(singles, careful);
    private final LostTimes lostTimes = new LostTimes();
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

    void add(String taskId, Timing timing, Jitter jitter) {
        if (!jitter.isNone()) {
            spread.add(taskId, timing, jitter);
            return;
        }
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
        return rules.size() + spread.size();
    }

    void remove(String taskId, Timing timing, Jitter jitter) {
        if (!jitter.isNone()) {
            spread.remove(taskId, timing);
            return;
        }
        Rule rule = rules.get(timing);
        if (rule != null && rule.members.remove(taskId) && rule.members.isEmpty()) {
            rules.remove(timing);
            leave(rule);
        }
    }

    /** A schedule stands otherwise than before. */
    void change(String taskId, @Nullable Standing last, @Nullable Standing next) {
        Timing before = last != null && last.fires() ? last.plan() : null;
        Timing after = next != null && next.fires() ? next.plan() : null;
        boolean alike = last != null && next != null && last.jitter().equals(next.jitter());
        if (last != null && before != null && !(alike && before.equals(after))) {
            remove(taskId, before, last.jitter());
        }
        if (next != null && after != null && !(alike && after.equals(before))) {
            add(taskId, after, next.jitter());
        }
        lostTimes.change(taskId, before, after);
    }

    /** Enters one tick; one that is decided already is not due any more. */
    void enter(Instant due, String taskId, Instant nominal) {
        if (new Reached(due, taskId).compareTo(reached) > 0) {
            singles.enter(due, taskId, nominal);
        }
    }

    /** Takes all ticks out that were entered for a schedule one by one. */
    void leave(String taskId) {
        singles.leave(taskId);
    }

    /** Moves on; jumps over what lies between, so whoever calls has decided it. */
    void advance(Reached to) {
        reached = to;
        List<Rule> passed = new ArrayList<>();
        while (!byNext.isEmpty() && byNext.firstKey().compareTo(decided()) <= 0) {
            passed.addAll(byNext.pollFirstEntry().getValue());
        }
        passed.forEach(this::enter);
        singles.advance(to);
        spread.advance(to);
        lostTimes.advance(to);
    }

    public LostTimes lostTimes() {
        return lostTimes;
    }

    /** The last instant of which everything is decided. */
    private Instant decided() {
        return reached.isWhole() ? reached.due() : reached.due().minusSeconds(1);
    }

    private void enter(Rule rule) {
        Instant next = careful.next(rule.timing, decided());
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

    /** Schedules whose timing has failed; all members of a rule, until they stand otherwise. */
    public List<Unevaluable> unevaluable(int atMost) {
        firstDue(); // What comes near is reckoned now, so that none fails while the ticks beside it are decided.
        List<Unevaluable> found = new ArrayList<>();
        Iterator<Map.Entry<Timing, String>> failed = careful.failed();
        while (failed.hasNext() && found.size() < atMost) {
            Map.Entry<Timing, String> entry = failed.next();
            List<String> members = members(entry.getKey(), atMost - found.size());
            members.forEach(taskId -> found.add(new Unevaluable(taskId, entry.getValue())));
            if (members.isEmpty()) {
                failed.remove();
            }
        }
        return found;
    }

    private List<String> members(Timing timing, int atMost) {
        Rule rule = rules.get(timing);
        Set<String> plain = rule == null ? Set.of() : rule.members;
        return Stream.concat(plain.stream(), spread.members(timing).stream())
                .limit(atMost)
                .toList();
    }

    /** The first instant at which something is due. */
    public Optional<Instant> firstDue() {
        Optional<Instant> first = firstPlaced();
        for (Optional<Instant> nominal = spread.first();
                nominal.isPresent() && (first.isEmpty() || !nominal.get().isAfter(first.get()));
                nominal = spread.first()) {
            spread.spreadFirst();
            first = firstPlaced();
        }
        return first;
    }

    private Optional<Instant> firstPlaced() {
        Optional<Instant> single = singles.first();
        if (byNext.isEmpty() || (single.isPresent() && single.get().isBefore(byNext.firstKey()))) {
            return single;
        }
        return Optional.of(byNext.firstKey());
    }

    /** The ticks due at the first due instant and not decided yet, in the order of their taskIds. */
    public Iterator<Due> dueFirst() {
        PriorityQueue<Head> heads = new PriorityQueue<>();
        Instant due = firstDue().orElse(null);
        if (due != null) {
            add(heads, singles.at(due));
            boolean begun = due.equals(reached.due());
            for (Rule rule : byNext.getOrDefault(due, Collections.emptySet())) {
                Set<String> rest = begun ? rule.members.tailSet(reached.taskId(), false) : rule.members;
                add(heads, new DueAt(rest.iterator(), due));
            }
        }
        return new InOrder(heads);
    }

    private static void add(PriorityQueue<Head> heads, Iterator<Due> rest) {
        if (rest.hasNext()) {
            heads.add(new Head(rest.next(), rest));
        }
    }

    /** The members of a rule, at an instant that is not put off. */
    private record DueAt(Iterator<String> taskIds, Instant due) implements Iterator<Due> {
        @Override
        public boolean hasNext() {
            return taskIds.hasNext();
        }

        @Override
        public Due next() {
            return new Due(taskIds.next(), due);
        }
    }

    /** The first of those that are left of a rule. */
    private record Head(Due due, Iterator<Due> rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return due.compareTo(other.due);
        }
    }

    private record InOrder(PriorityQueue<Head> heads) implements Iterator<Due> {
        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public Due next() {
            Head first = heads.remove();
            add(heads, first.rest());
            return first.due();
        }
    }
}
