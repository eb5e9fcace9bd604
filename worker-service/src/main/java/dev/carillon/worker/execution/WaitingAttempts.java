package dev.carillon.worker.execution;

import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.Attempt.State;
import dev.carillon.worker.offset.PartitionProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Attempts that have not started: held until their instant, then ready for a slot. */
final class WaitingAttempts {
    private final PriorityQueue<Attempt> held = new PriorityQueue<>(Comparator.comparing(Attempt::notBefore));
    private final ReadyQueue ready = new ReadyQueue();
    private int readyCount;
    /** How many of the ready ones have to be claimed first, by partition. */
    private final Map<PartitionProgress, Integer> toClaim = new HashMap<>();

    void hold(Attempt attempt) {
        attempt.become(State.HELD);
        held.add(attempt);
    }

    void add(Attempt attempt) {
        attempt.become(State.READY);
        ready.add(attempt);
        count(attempt, 1);
    }

    /** It has waited before, so it is the next of its priority. */
    void addFirst(Attempt attempt) {
        attempt.become(State.READY);
        ready.addFirst(attempt);
        count(attempt, 1);
    }

    private void count(Attempt attempt, int by) {
        readyCount += by;
        if (attempt.claim() == Claim.NEEDED) {
            toClaim.merge(attempt.place().partition(), by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    /** Makes attempts ready that may start by now. */
    void release(Instant now) {
        for (Attempt due = held.peek(); due != null && !due.notBefore().isAfter(now); due = held.peek()) {
            held.remove();
            add(due);
        }
    }

    /** Takes the next attempt to start; null if none is ready. */
    @Nullable
    Attempt next() {
        Attempt next = ready.next();
        if (next != null) {
            count(next, -1);
        }
        return next;
    }

    /** Removes an attempt that has not started; the caller must give it another state. */
    void remove(Attempt attempt) {
        if (attempt.state() == State.HELD) {
            held.remove(attempt);
        } else if (attempt.state() == State.READY) {
            // It stays in its queue, which skips it once it is in another state.
            count(attempt, -1);
        }
    }

    /** Takes out held attempts, those that are due last. */
    List<Attempt> removeFarthest(Predicate<Attempt> condition, int count) {
        List<Attempt> farthest = held.stream()
                .filter(condition)
                .sorted(Comparator.comparing(Attempt::notBefore).reversed())
                .limit(count)
                .toList();
        Set<Attempt> removed = new HashSet<>(farthest);
        held.removeIf(removed::contains);
        farthest.forEach(attempt -> attempt.become(Attempt.State.DROPPED));
        return farthest;
    }

    List<Attempt> matching(Predicate<Attempt> condition) {
        List<Attempt> found = new ArrayList<>();
        held.forEach(attempt -> addIf(condition, attempt, found));
        ready.forEach(attempt -> {
            if (attempt.state() == State.READY) {
                addIf(condition, attempt, found);
            }
        });
        return found;
    }

    private static void addIf(Predicate<Attempt> condition, Attempt attempt, List<Attempt> found) {
        if (condition.test(attempt)) {
            found.add(attempt);
        }
    }

    /** When the next held one may start; null if none is held. */
    @Nullable
    Instant nextDue() {
        Attempt first = held.peek();
        return first == null ? null : first.notBefore();
    }

    int held() {
        return held.size();
    }

    /** How many of this partition are ready and have to be claimed before they start. */
    int toClaim(PartitionProgress partition) {
        return toClaim.getOrDefault(partition, 0);
    }

    int ready() {
        return readyCount;
    }
}
