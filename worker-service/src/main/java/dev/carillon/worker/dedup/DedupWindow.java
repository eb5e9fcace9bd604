package dev.carillon.worker.dedup;

import dev.carillon.kit.memory.Hash128;
import dev.carillon.kit.memory.RecentHashes;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The attempts met within the window, running and finished alike. An attempt is known by the record that brought it: the
 * same record read again (after a rebalance or an aborted commit) is no duplicate, and neither is a later delivery of an
 * attempt that was handed back. Not safe for use by several threads.
 */
public final class DedupWindow {
    /** Into so many stretches of time the window is divided; each is forgotten as a whole. */
    private static final int STRETCHES = 16;
    /** Stands for the position of a record that is done for good and can't come again. */
    private static final long ELSEWHERE = 0;
    /** In the place of a delivery: as if it had never been met. */
    private static final int TAKEN_OUT = -1;

    private final Duration age;
    private final Duration ageOfStretch;
    private final RecentHashes seen;
    private final Deque<Stretch> stretches = new ArrayDeque<>();

    /** Attempts that were met one after the other. */
    private static final class Stretch {
        private final Instant since;
        private Instant newest;
        private long count;

        private Stretch(Instant since) {
            this.since = since;
            this.newest = since;
        }
    }

    public DedupWindow(Duration age, int maxKeys) {
        this.age = age;
        this.ageOfStretch = age.dividedBy(STRETCHES);
        this.seen = new RecentHashes(maxKeys);
    }

    public boolean isDuplicate(
            ExecutionKey key, int attempt, int delivery, InputPartition source, long offset, Instant now) {
        forgetOld(now);
        int entry = seen.find(Hash128.of(key.bytes(), attempt));
        return entry != RecentHashes.NONE
                && seen.number(entry) != TAKEN_OUT
                && seen.value(entry) != placeOf(source, offset)
                && delivery <= seen.number(entry);
    }

    public void met(ExecutionKey key, int attempt, int delivery, InputPartition source, long offset, Instant now) {
        forgetOld(now);
        put(Hash128.of(key.bytes(), attempt), placeOf(source, offset), delivery, now);
    }

    private void put(Hash128 hash, long position, int delivery, Instant now) {
        int before = seen.size();
        seen.put(hash, position, delivery);
        Stretch stretch = newest(now);
        stretch.count++;
        if (seen.size() == before) {
            forgetInOldest(1); // The oldest made room.
        }
    }

    /** A number for the place of a record; never {@link #ELSEWHERE}. */
    private static long placeOf(InputPartition source, long offset) {
        long place = Hash128.mixed(((long) source.hashCode() << Integer.SIZE) ^ offset);
        return place == ELSEWHERE ? 1 : place;
    }

    private Stretch newest(Instant now) {
        Stretch newest = stretches.peekLast();
        if (newest == null || newest.since.plus(ageOfStretch).isBefore(now)) {
            newest = new Stretch(now);
            stretches.addLast(newest);
        }
        if (now.isAfter(newest.newest)) {
            newest.newest = now;
        }
        return newest;
    }

    private void forgetInOldest(long count) {
        Stretch oldest = stretches.getFirst();
        oldest.count -= count;
        if (oldest.count <= 0 && stretches.size() > 1) {
            stretches.removeFirst();
        }
    }

    private void forgetOld(Instant now) {
        while (!stretches.isEmpty() && stretches.getFirst().newest.plus(age).isBefore(now)) {
            seen.forgetOldest(stretches.removeFirst().count);
        }
    }

    /** Applies what results say of an attempt, made here or elsewhere; what this worker has met itself it knows better. */
    public void remember(Memory memory, Instant now) {
        Hash128 hash = Hash128.of(memory.key(), memory.attempt());
        int entry = seen.find(hash);
        if (entry == RecentHashes.NONE) {
            if (!memory.handedBack()) {
                put(hash, ELSEWHERE, memory.delivery(), now);
            }
        } else if (memory.handedBack() && seen.value(entry) == ELSEWHERE) {
            seen.number(entry, TAKEN_OUT);
        } else if (seen.number(entry) == TAKEN_OUT && !memory.handedBack()) {
            put(hash, ELSEWHERE, memory.delivery(), now);
        }
    }

    /** It was handed back, or moved elsewhere before it ran: whoever brings it next is welcome. */
    public void takeOut(ExecutionKey key, int attempt) {
        int entry = seen.find(Hash128.of(key.bytes(), attempt));
        if (entry != RecentHashes.NONE) {
            seen.number(entry, TAKEN_OUT);
        }
    }

    public int size() {
        return seen.size();
    }

    /** How far back the window reaches really. */
    public Duration reach(Instant now) {
        return stretches.isEmpty() ? Duration.ZERO : Duration.between(stretches.getFirst().since, now);
    }
}
