package dev.carillon.worker.dedup;

import dev.carillon.kit.memory.Hash128;
import dev.carillon.kit.memory.RecentHashes;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The attempts seen within the window, running and ended alike. An attempt is kept with the offset of its record: the
 * same record read again (after a rebalance or an aborted commit) is no duplicate, and neither is a later delivery of
 * an attempt that was handed back. Not safe for use by several threads.
 *
 * <p>Its time is the monotonic clock's, so that a step of the wall clock empties nothing.
 */
public final class DedupWindow {
    /** The window is divided into this many stretches of time; each is forgotten as a whole. */
    private static final int STRETCHES = 16;
    /** The place of an attempt known from {@code results} only, whose own record is done and will not be read again. */
    private static final long ELSEWHERE = 0;
    /** In place of a delivery: the attempt counts as never seen. */
    private static final int REMOVED = -1;

    private final long ageNanos;
    private final long ageOfStretchNanos;
    private final RecentHashes seen;
    private final Deque<Stretch> stretches = new ArrayDeque<>();

    /** Attempts that were added one after the seenAttempt. */
    private static final class Stretch {
        private final long since;
        private long newest;
        private long count;

        private Stretch(long since) {
            this.since = since;
            this.newest = since;
        }
    }

    public DedupWindow(Duration age, int maxKeys) {
        this.ageNanos = age.toNanos();
        this.ageOfStretchNanos = ageNanos / STRETCHES;
        this.seen = new RecentHashes(maxKeys);
    }

    public boolean isDuplicate(
            ExecutionKey key, int attempt, int delivery, InputPartition source, long offset, long nanos) {
        forgetOld(nanos);
        int entry = seen.find(Hash128.of(key.bytes(), attempt));
        return entry != RecentHashes.NONE
                && seen.number(entry) != REMOVED
                && seen.value(entry) != placeOf(source, offset)
                && delivery <= seen.number(entry);
    }

    public void add(ExecutionKey key, int attempt, int delivery, InputPartition source, long offset, long nanos) {
        forgetOld(nanos);
        put(Hash128.of(key.bytes(), attempt), placeOf(source, offset), delivery, nanos);
    }

    private void put(Hash128 hash, long position, int delivery, long nanos) {
        int before = seen.size();
        seen.put(hash, position, delivery);
        Stretch stretch = newest(nanos);
        stretch.count++;
        if (seen.size() == before) {
            forgetInOldest(1); // The oldest was overwritten.
        }
    }

    /** A number for the place of a record; never {@link #ELSEWHERE}. */
    private static long placeOf(InputPartition source, long offset) {
        long place = Hash128.mixed(((long) source.hashCode() << Integer.SIZE) ^ offset);
        return place == ELSEWHERE ? 1 : place;
    }

    private Stretch newest(long nanos) {
        Stretch newest = stretches.peekLast();
        if (newest == null || nanos - newest.since > ageOfStretchNanos) {
            newest = new Stretch(nanos);
            stretches.addLast(newest);
        }
        newest.newest = nanos;
        return newest;
    }

    private void forgetInOldest(long count) {
        Stretch oldest = stretches.getFirst();
        oldest.count -= count;
        if (oldest.count <= 0 && stretches.size() > 1) {
            stretches.removeFirst();
        }
    }

    private void forgetOld(long nanos) {
        while (!stretches.isEmpty() && nanos - stretches.getFirst().newest > ageNanos) {
            seen.forgetOldest(stretches.removeFirst().count);
        }
    }

    /** Applies a result or claim read from {@code results}; what this worker has seen itself takes precedence. */
    public void remember(SeenAttempt seenAttempt, long nanos) {
        Hash128 hash = Hash128.of(seenAttempt.key(), seenAttempt.attempt());
        int entry = seen.find(hash);
        if (entry == RecentHashes.NONE) {
            if (!seenAttempt.handedBack()) {
                put(hash, ELSEWHERE, seenAttempt.delivery(), nanos);
            }
        } else if (seenAttempt.handedBack() && seen.value(entry) == ELSEWHERE) {
            seen.number(entry, REMOVED);
        } else if (seen.number(entry) == REMOVED && !seenAttempt.handedBack()) {
            put(hash, ELSEWHERE, seenAttempt.delivery(), nanos);
        }
    }

    /** Forgets an attempt that was handed back or dropped, so that its next record is run. */
    public void remove(ExecutionKey key, int attempt) {
        int entry = seen.find(Hash128.of(key.bytes(), attempt));
        if (entry != RecentHashes.NONE) {
            seen.number(entry, REMOVED);
        }
    }

    public int size() {
        return seen.size();
    }

    /** How far back the window reaches at present: less than its age if it is new, or if too many keys came. */
    public Duration reach(long nanos) {
        return stretches.isEmpty() ? Duration.ZERO : Duration.ofNanos(nanos - stretches.getFirst().since);
    }
}
