package dev.carillon.trigger.slice;

import dev.carillon.trigger.catalogue.Heard;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What one schedule has heard, while an input changes it: an outcome can speak for a thousand instants. */
final class Hearing {
    private final TreeMap<Instant, Heard.Ends> open;
    private final TreeMap<Instant, Instant> finished;
    private final BiPredicate<Instant, Instant> nothingPlannedBetween;
    private Instant decidedUpTo;
    private boolean changed;

    /**
     * Begins with what was heard before.
     *
     * @param nothingPlannedBetween whether it is certain that no instant between two others is owed
     */
    Hearing(Heard before, BiPredicate<Instant, Instant> nothingPlannedBetween) {
        this.open = new TreeMap<>(before.instants());
        this.finished = new TreeMap<>(before.finished());
        this.decidedUpTo = before.decidedUpTo();
        this.nothingPlannedBetween = nothingPlannedBetween;
    }

    boolean isChanged() {
        return changed;
    }

    Heard heard() {
        return new Heard(
                decidedUpTo, Collections.unmodifiableSortedMap(open), Collections.unmodifiableSortedMap(finished));
    }

    NavigableMap<Instant, Heard.Ends> open() {
        return open;
    }

    int stretches() {
        return finished.size();
    }

    /** The last instant of the oldest stretch of those for which all have ended. */
    Instant oldestFinished() {
        return finished.firstEntry().getValue();
    }

    Heard.@Nullable Ends at(Instant instant) {
        return open.get(instant);
    }

    /** Whether an end for that instant changes nothing any more. */
    boolean isOver(Instant instant) {
        if (!instant.isAfter(decidedUpTo)) {
            return true;
        }
        Map.Entry<Instant, Instant> stretch = finished.floorEntry(instant);
        return stretch != null && !instant.isAfter(stretch.getValue());
    }

    void put(Instant instant, Heard.Ends ends) {
        changed = true;
        open.put(instant, ends);
    }

    /**
     * All have ended for that instant, and it is decided. It is remembered, or one that ends for it again would begin it anew;
     * neighbours become one stretch, so that this stays short.
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

    /** Everything up to there is over. */
    void decideUpTo(Instant instant) {
        changed = true;
        Map.Entry<Instant, Instant> stretch = finished.floorEntry(instant);
        boolean within = stretch != null && instant.isBefore(stretch.getValue());
        decidedUpTo = stretch != null && within ? stretch.getValue() : instant;
        open.headMap(decidedUpTo, true).clear();
        finished.headMap(decidedUpTo, true).clear();
    }
}
