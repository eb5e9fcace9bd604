package dev.carillon.console.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Keeps the last batches, for clients that reconnect. Used by one thread. */
final class RecentChanges {
    /** Five minutes with changes in every round. */
    static final int MOST_BATCHES = 1_200;
    /** About ten megabytes, or half a minute at a thousand executions per second. */
    static final int MOST_CHANGES = 60_000;

    private final String run;
    private final Deque<ChangeBatch> kept = new ArrayDeque<>();
    private long last;
    private int changes;

    /** Starts empty; the run distinguishes its numbers from those of other runs. */
    RecentChanges(String run) {
        this.run = run;
    }

    /** The position of the newest batch. */
    StreamPosition last() {
        return new StreamPosition(run, last);
    }

    void add(ChangeCollector.Gathered gathered) {
        last++;
        ChangeBatch batch = new ChangeBatch(last(), gathered);
        kept.addLast(batch);
        changes += batch.size();
        while (kept.size() > MOST_BATCHES || (changes > MOST_CHANGES && kept.size() > 1)) {
            changes -= kept.removeFirst().size();
        }
    }

    /** The batches after the position, bounded; empty if some of them are no longer kept, or it is of another run. */
    Optional<List<ChangeBatch>> after(StreamPosition position, int most) {
        long number = position.number();
        if (!position.run().equals(run) || number > last || number < last - kept.size()) {
            return Optional.empty();
        }
        if (number == last) {
            return Optional.of(List.of());
        }
        List<ChangeBatch> found = new ArrayList<>();
        for (ChangeBatch one : kept) {
            if (one.position().number() > number && found.size() < most) {
                found.add(one);
            }
        }
        return Optional.of(found);
    }
}
