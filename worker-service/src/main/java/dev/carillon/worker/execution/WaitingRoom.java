package dev.carillon.worker.execution;

import dev.carillon.worker.execution.Attempt.State;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Attempts that have not started: held until their instant, then ready for a slot. */
final class WaitingRoom {
    private final Set<Attempt> waiting = new LinkedHashSet<>();
    private final PriorityQueue<Attempt> held = new PriorityQueue<>(Comparator.comparing(Attempt::notBefore));
    private final ReadyQueue ready = new ReadyQueue();

    void hold(Attempt attempt) {
        attempt.become(State.HELD);
        waiting.add(attempt);
        held.add(attempt);
    }

    void add(Attempt attempt) {
        attempt.become(State.READY);
        waiting.add(attempt);
        ready.add(attempt);
    }

    /** It waited before, and is the next of its priority. */
    void addFirst(Attempt attempt) {
        attempt.become(State.READY);
        waiting.add(attempt);
        ready.addFirst(attempt);
    }

    /** Makes ready whatever may start by now. */
    void release(Instant now) {
        for (Attempt due = held.peek(); due != null && !due.notBefore().isAfter(now); due = held.peek()) {
            held.remove();
            due.become(State.READY);
            ready.add(due);
        }
    }

    /** The next to start, which leaves the room; null when none is ready. */
    @Nullable
    Attempt next() {
        Attempt next = ready.next();
        if (next != null) {
            waiting.remove(next);
        }
        return next;
    }

    void remove(Attempt attempt) {
        waiting.remove(attempt);
        if (attempt.state() == State.HELD) {
            held.remove(attempt);
        }
        // One that is ready stays in its queue, which passes it by as soon as it is in another state.
    }

    List<Attempt> matching(Predicate<Attempt> condition) {
        return waiting.stream().filter(condition).toList();
    }

    /** When the next held one may start. */
    Instant nextDue() {
        Attempt first = held.peek();
        return first == null ? Instant.MAX : first.notBefore();
    }

    int held() {
        return held.size();
    }

    int ready() {
        return waiting.size() - held.size();
    }
}
