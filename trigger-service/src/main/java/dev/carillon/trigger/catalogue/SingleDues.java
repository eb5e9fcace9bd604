package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.DecidedUpTo;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Ticks that are entered one by one, in the order in which they are decided. */
final class SingleDues {
    private record Entry(Instant due, String taskId, Instant nominal) {}

    private static final Comparator<Entry> BY_DUE =
            Comparator.comparing(Entry::due).thenComparing(Entry::taskId).thenComparing(Entry::nominal);
    private static final Comparator<Entry> BY_TASK =
            Comparator.comparing(Entry::taskId).thenComparing(Entry::due).thenComparing(Entry::nominal);

    private final NavigableSet<Entry> byDue = new TreeSet<>(BY_DUE);
    private final NavigableSet<Entry> byTask = new TreeSet<>(BY_TASK);

    void enter(Instant due, String taskId, Instant nominal) {
        Entry entry = new Entry(due, taskId, nominal);
        byDue.add(entry);
        byTask.add(entry);
    }

    void leave(String taskId) {
        Iterator<Entry> entries =
                byTask.tailSet(new Entry(Instant.MIN, taskId, Instant.MIN)).iterator();
        while (entries.hasNext()) {
            Entry entry = entries.next();
            if (!entry.taskId().equals(taskId)) {
                return;
            }
            byDue.remove(entry);
            entries.remove();
        }
    }

    /** Drops the ticks that are decided. */
    void advance(DecidedUpTo decided) {
        while (!byDue.isEmpty()) {
            Entry first = byDue.first();
            if (new DecidedUpTo(first.due(), first.taskId()).compareTo(decided) > 0) {
                return;
            }
            byDue.remove(first);
            byTask.remove(first);
        }
    }

    Optional<Instant> first() {
        return byDue.isEmpty() ? Optional.empty() : Optional.of(byDue.first().due());
    }

    /** The ticks due at an instant, in the order of their taskIds. */
    Iterator<DueTick> at(Instant due) {
        return byDue.subSet(new Entry(due, "", Instant.MIN), new Entry(due.plusNanos(1), "", Instant.MIN)).stream()
                .map(entry -> new DueTick(entry.taskId(), entry.nominal()))
                .iterator();
    }
}
