package dev.carillon.trigger.slice.dependency;

import dev.carillon.timing.state.ParentProgress;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Mutable view of the parents' outcomes while one input is applied, as an outcome may cover a thousand instants. */
final class ParentOutcomes {
    private final TreeMap<Instant, ParentProgress.Ends> open;
    private final TreeMap<Instant, Instant> finished;
    private final BiPredicate<Instant, Instant> nothingPlannedBetween;
    private Instant decidedUpTo;
    private boolean changed;

    /**
     * A view that begins with the stored progress.
     *
     * @param nothingPlannedBetween whether surely no instant is planned between two others
     */
    ParentOutcomes(ParentProgress before, BiPredicate<Instant, Instant> nothingPlannedBetween) {
        this.open = new TreeMap<>(before.instants());
        this.finished = new TreeMap<>(before.finished());
        this.decidedUpTo = before.decidedUpTo();
        this.nothingPlannedBetween = nothingPlannedBetween;
    }

    boolean isChanged() {
        return changed;
    }

    ParentProgress progress() {
        return new ParentProgress(
                decidedUpTo, Collections.unmodifiableSortedMap(open), Collections.unmodifiableSortedMap(finished));
    }

    NavigableMap<Instant, ParentProgress.Ends> open() {
        return open;
    }

    int stretches() {
        return finished.size();
    }

    /** The last instant of the oldest stretch of those for which all have ended. */
    Instant oldestFinished() {
        return finished.firstEntry().getValue();
    }

    ParentProgress.@Nullable Ends at(Instant instant) {
        return open.get(instant);
    }

    /** Whether another end for that instant changes nothing. */
    boolean isOver(Instant instant) {
        if (!instant.isAfter(decidedUpTo)) {
            return true;
        }
        Map.Entry<Instant, Instant> stretch = finished.floorEntry(instant);
        return stretch != null && !instant.isAfter(stretch.getValue());
    }

    void put(Instant instant, ParentProgress.Ends ends) {
        changed = true;
        open.put(instant, ends);
    }

    /**
     * Records that all parents have ended for an instant, or one that ends for it again would open it again. Neighbours
     * become one stretch, so that the marker stays small.
     */
    void finish(Instant instant) {
        changed = true;
        open.remove(instant);
        Instant last = instant;
        Map.Entry<Instant, Instant> right = finished.higherEntry(instant);
        if (right != null && nothingBetween(instant, right.getKey())) {
            finished.remove(right.getKey());
            last = right.getValue();
        }
        Map.Entry<Instant, Instant> left = finished.lowerEntry(instant);
        if (!nothingBetween(left == null ? decidedUpTo : left.getValue(), instant)) {
            finished.put(instant, last);
        } else if (left == null) {
            decidedUpTo = last;
        } else {
            finished.put(left.getKey(), last);
        }
    }

    private boolean nothingBetween(Instant left, Instant right) {
        Instant next = open.higherKey(left);
        return (next == null || !next.isBefore(right)) && nothingPlannedBetween.test(left, right);
    }

    /** Closes all instants up to there, and the stretch that contains it. */
    void decideUpTo(Instant instant) {
        changed = true;
        Map.Entry<Instant, Instant> stretch = finished.floorEntry(instant);
        boolean within = stretch != null && instant.isBefore(stretch.getValue());
        decidedUpTo = stretch != null && within ? stretch.getValue() : instant;
        open.headMap(decidedUpTo, true).clear();
        finished.headMap(decidedUpTo, true).clear();
    }
}
