package dev.carillon.worker.execution;

import dev.carillon.schemas.work.Priority;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that may start, by priority: under load each priority gets a share by its weight, 8 to 4 to 2 to 1, so that
 * urgent work goes first and low work never starves.
 */
final class ReadyQueue {
    private final Map<Priority, Lane> lanes = new EnumMap<>(Priority.class);

    private static final class Lane {
        private final Deque<Attempt> attempts = new ArrayDeque<>();
        private final int weight;
        private int credit;

        private Lane(int weight) {
            this.weight = weight;
            this.credit = weight;
        }
    }

    ReadyQueue() {
        for (Priority priority : Priority.values()) {
            lanes.put(priority, new Lane(weight(priority)));
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
        lane(attempt).attempts.addLast(attempt);
    }

    void addFirst(Attempt attempt) {
        lane(attempt).attempts.addFirst(attempt);
    }

    /** The next attempt to start; those that were dropped or ended meanwhile are skipped. */
    @Nullable
    Attempt next() {
        Attempt found = nextWithCredit();
        if (found == null) {
            lanes.values().forEach(lane -> lane.credit = lane.weight);
            found = nextWithCredit();
        }
        return found;
    }

    private @Nullable Attempt nextWithCredit() {
        for (Lane lane : lanes.values()) {
            Attempt found = lane.credit > 0 ? pollLive(lane.attempts) : null;
            if (found != null) {
                lane.credit--;
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

    /** All waiting attempts, and perhaps some that have ended or were dropped meanwhile. */
    void forEach(Consumer<Attempt> each) {
        lanes.values().forEach(lane -> lane.attempts.forEach(each));
    }

    private Lane lane(Attempt attempt) {
        return lanes.computeIfAbsent(attempt.task().work().priority(), priority -> new Lane(weight(priority)));
    }
}
