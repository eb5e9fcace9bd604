package dev.carillon.worker.execution;

import dev.carillon.schemas.record.Priority;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that may start, by priority: under load each priority gets a share by its weight, 8 to 4 to 2 to 1, so that
 * urgent work goes first and low work never starves.
 */
final class ReadyQueue {
    private final Map<Priority, Deque<Attempt>> queues = new EnumMap<>(Priority.class);
    private final Map<Priority, Integer> credits = new EnumMap<>(Priority.class);

    ReadyQueue() {
        for (Priority priority : Priority.values()) {
            queues.put(priority, new ArrayDeque<>());
            credits.put(priority, weight(priority));
        }
    }

    static int weight(Priority priority) {
        return switch (priority) {
            case URGENT -> 8;
            case HIGH -> 4;
            case NORMAL -> 2;
            case LOW -> 1;
        };
    }

    void add(Attempt attempt) {
        queue(attempt.task().work().priority()).addLast(attempt);
    }

    void addFirst(Attempt attempt) {
        queue(attempt.task().work().priority()).addFirst(attempt);
    }

    /** The next attempt to start; those that were dropped or answered meanwhile are passed by. */
    @Nullable
    Attempt next() {
        Attempt found = nextWithCredit();
        if (found == null) {
            credits.replaceAll((priority, credit) -> weight(priority));
            found = nextWithCredit();
        }
        return found;
    }

    private @Nullable Attempt nextWithCredit() {
        for (Priority priority : Priority.values()) {
            int credit = credits.getOrDefault(priority, 0);
            Attempt found = credit > 0 ? pollLive(queue(priority)) : null;
            if (found != null) {
                credits.put(priority, credit - 1);
                return found;
            }
        }
        return null;
    }

    private static @Nullable Attempt pollLive(Deque<Attempt> queue) {
        Attempt next = queue.pollFirst();
        while (next != null && next.state() != Attempt.State.READY) {
            next = queue.pollFirst();
        }
        return next;
    }

    private Deque<Attempt> queue(Priority priority) {
        return queues.computeIfAbsent(priority, none -> new ArrayDeque<>());
    }
}
