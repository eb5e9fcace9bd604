package dev.carillon.kit.memory;

import java.util.Arrays;

/**
 * The most recent hashes in the order of insertion, each with two numbers; the oldest are overwritten when it is full.
 * It uses plain arrays and an index that grow with their content: a million hashes take 36 MB. Not thread-safe.
 */
public final class RecentHashes {
    /** Returned for an entry that does not exist. */
    public static final int NONE = -1;

    private static final int AT_FIRST = 256;

    private final int most;
    private long[] first;
    private long[] second;
    private long[] values;
    private int[] numbers;
    /** A hash table of entry numbers plus one; 0 is empty. Never more than half full. */
    private int[] index;

    /** How many hashes were added and removed since the beginning. */
    private long added;

    private long removed;

    /**
     * Creates an empty set.
     *
     * @param most the most hashes to keep
     */
    public RecentHashes(int most) {
        this.most = Math.max(1, most);
        int room = Math.min(AT_FIRST, this.most);
        first = new long[room];
        second = new long[room];
        values = new long[room];
        numbers = new int[room];
        index = new int[indexFor(room)];
    }

    /** The size of the index: a power of two, at least twice the room. */
    private static int indexFor(int room) {
        return Integer.highestOneBit(2 * room - 1) << 1;
    }

    public int size() {
        return (int) (added - removed);
    }

    /** The entry of a hash, or {@link #NONE}; valid until the next {@link #put}. */
    public int find(Hash128 hash) {
        int slot = slotOf(hash.first());
        while (index[slot] != 0) {
            int entry = index[slot] - 1;
            if (first[entry] == hash.first() && second[entry] == hash.second()) {
                return entry;
            }
            slot = (slot + 1) & (index.length - 1);
        }
        return NONE;
    }

    public long value(int entry) {
        return values[entry];
    }

    public int number(int entry) {
        return numbers[entry];
    }

    public void number(int entry, int number) {
        numbers[entry] = number;
    }

    /** Adds a hash as the newest; an older entry of it becomes invalid. */
    public void put(Hash128 hash, long value, int number) {
        // Done first, as growing renumbers the entries and rebuilds the index.
        makeRoom();
        int known = find(hash);
        if (known != NONE) {
            removeFromIndex(known);
        }
        int entry = (int) (added % first.length);
        first[entry] = hash.first();
        second[entry] = hash.second();
        values[entry] = value;
        numbers[entry] = number;
        added++;
        insert(entry);
    }

    private void makeRoom() {
        if (size() < first.length) {
            return;
        }
        if (first.length >= most) {
            forgetOldest(1);
            return;
        }
        int from = (int) (removed % first.length);
        int larger = (int) Math.min(most, 2L * first.length);
        // Copies the entries to the beginning of the larger arrays, in the same order.
        first = turned(first, from, larger);
        second = turned(second, from, larger);
        values = turned(values, from, larger);
        numbers = turned(numbers, from, larger);
        added = size();
        removed = 0;
        index = new int[indexFor(larger)];
        for (int entry = 0; entry < added; entry++) {
            insertIfNewest(entry);
        }
    }

    private static long[] turned(long[] ring, int from, int length) {
        long[] turned = Arrays.copyOf(Arrays.copyOfRange(ring, from, ring.length), length);
        System.arraycopy(ring, 0, turned, ring.length - from, from);
        return turned;
    }

    private static int[] turned(int[] ring, int from, int length) {
        int[] turned = Arrays.copyOf(Arrays.copyOfRange(ring, from, ring.length), length);
        System.arraycopy(ring, 0, turned, ring.length - from, from);
        return turned;
    }

    private void insertIfNewest(int entry) {
        int older = find(new Hash128(first[entry], second[entry]));
        if (older != NONE) {
            removeFromIndex(older);
        }
        insert(entry);
    }

    private void insert(int entry) {
        int slot = slotOf(first[entry]);
        while (index[slot] != 0) {
            slot = (slot + 1) & (index.length - 1);
        }
        index[slot] = entry + 1;
    }

    /** Removes the {@code count} oldest hashes. */
    public void forgetOldest(long count) {
        for (long i = 0; i < count && removed < added; i++) {
            removeFromIndex((int) (removed % first.length));
            removed++;
        }
    }

    /** Removes an entry from the index, if it is there, and closes the gap in its probe sequence. */
    private void removeFromIndex(int entry) {
        int mask = index.length - 1;
        int gap = slotOf(first[entry]);
        while (index[gap] != entry + 1) {
            if (index[gap] == 0) {
                return; // A newer entry of the same hash has replaced it.
            }
            gap = (gap + 1) & mask;
        }
        int at = gap;
        while (true) {
            at = (at + 1) & mask;
            if (index[at] == 0) {
                break;
            }
            int home = slotOf(first[index[at] - 1]);
            boolean between = gap <= at ? home > gap && home <= at : home > gap || home <= at;
            if (!between) {
                index[gap] = index[at];
                gap = at;
            }
        }
        index[gap] = 0;
    }

    private int slotOf(long hash) {
        return (int) (hash & (index.length - 1));
    }
}
