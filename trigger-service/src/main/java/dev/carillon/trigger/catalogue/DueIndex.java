package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.UnevaluableSchedule;
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
 * Finds the ticks that are due next. Schedules with equal timings share one rule, so the cost of an instant grows with
 * the ticks due at it and not with all schedules. Ticks that a jitter puts off are entered one by one beside the rules.
 */
public final class DueIndex {
    private final Map<Timing, Rule> rules = new HashMap<>();
    private final TreeMap<Instant, Set<Rule>> byNext = new TreeMap<>();
    private final SingleDues singles = new SingleDues();
    private final CarefulTimings careful = new CarefulTimings();
    private final SpreadRules spread = new SpreadRules(singles, careful);
    private final LostTimes lostTimes = new LostTimes();
    private DecidedUpTo reached = DecidedUpTo.allOf(Instant.EPOCH);

    private static final class Rule {
        final Timing timing;
        final NavigableSet<String> members = new TreeSet<>();
        /** The first planned instant that is not decided for all schedules; null if there is none. */
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

    /** Updates the index when a schedule changes. */
    void change(String taskId, @Nullable ScheduleState last, @Nullable ScheduleState next) {
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

    /** Enters a single tick, unless it is decided already. */
    void enter(Instant due, String taskId, Instant nominal) {
        if (new DecidedUpTo(due, taskId).compareTo(reached) > 0) {
            singles.enter(due, taskId, nominal);
        }
    }

    /** Removes all single ticks of a schedule. */
    void leave(String taskId) {
        singles.leave(taskId);
    }

    /** Moves on to this point. The caller has decided all ticks up to it: others would be lost. */
    void advance(DecidedUpTo to) {
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

    /** The last instant that is decided for all schedules. */
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

    /** Schedules whose next instant can't be computed, until they change. */
    public List<UnevaluableSchedule> unevaluable(int atMost) {
        firstDue(); // Computes the next instants now, so that no timing fails while ticks are being decided.
        List<UnevaluableSchedule> found = new ArrayList<>();
        Iterator<Map.Entry<Timing, String>> failed = careful.failed();
        while (failed.hasNext() && found.size() < atMost) {
            Map.Entry<Timing, String> entry = failed.next();
            List<String> members = members(entry.getKey(), atMost - found.size());
            members.forEach(taskId -> found.add(new UnevaluableSchedule(taskId, entry.getValue())));
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
    public Iterator<DueTick> dueFirst() {
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

    private static void add(PriorityQueue<Head> heads, Iterator<DueTick> rest) {
        if (rest.hasNext()) {
            heads.add(new Head(rest.next(), rest));
        }
    }

    /** The ticks of a rule at an instant that no jitter puts off. */
    private record DueAt(Iterator<String> taskIds, Instant due) implements Iterator<DueTick> {
        @Override
        public boolean hasNext() {
            return taskIds.hasNext();
        }

        @Override
        public DueTick next() {
            return new DueTick(taskIds.next(), due);
        }
    }

    /** The next tick of a rule, and the ticks after it. */
    private record Head(DueTick due, Iterator<DueTick> rest) implements Comparable<Head> {
        @Override
        public int compareTo(Head other) {
            return due.compareTo(other.due);
        }
    }

    private record InOrder(PriorityQueue<Head> heads) implements Iterator<DueTick> {
        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public DueTick next() {
            Head first = heads.remove();
            add(heads, first.rest());
            return first.due();
        }
    }
}
