package dev.carillon.kit.memory;

import java.util.Arrays;

/**
 * Hashes in the order in which they came, each with two numbers; the oldest are overwritten when there is no room. Plain
 * arrays and an index, which grow with what is in them: a million hashes take 36 MB, and a look costs one place in each. Not
 * safe for use by several threads.
 */
public final class RecentHashes {
    /** In the place of an entry that does not exist. */
    public static final int NONE = -1;

    private static final int AT_FIRST = 256;

    private final int most;
    private long[] first;
    private long[] second;
    private long[] values;
    private int[] numbers;
    /** By hash: the number of an entry and one, or 0. Never more than half full. */
    private int[] index;

    /** How many were added, and how many forgotten, since the beginning. */
    private long added;

    private long forgotten;

    /**
     * None yet.
     *
     * @param most how many are kept
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

    /** A power of two, at least twice as large. */
    private static int indexFor(int room) {
        return Integer.highestOneBit(2 * room - 1) << 1;
    }

    public int size() {
        return (int) (added - forgotten);
    }

    /** The entry of a hash, or {@link #NONE}; good until the next one is put. */
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

    /** Adds a hash as the newest; an older entry of it counts no more. */
    public void put(Hash128 hash, long value, int number) {
        // First, as growing gives entries other numbers and builds the index anew.
        makeRoom();
        int known = find(hash);
        if (known != NONE) {
            forgetIndexOf(known);
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
        int from = (int) (forgotten % first.length);
        int larger = (int) Math.min(most, 2L * first.length);
        // What is left is laid out anew from the beginning, in the same order.
        first = turned(first, from, larger);
        second = turned(second, from, larger);
        values = turned(values, from, larger);
        numbers = turned(numbers, from, larger);
        added = size();
        forgotten = 0;
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
            forgetIndexOf(older);
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

    /** Forgets so many of the oldest. */
    public void forgetOldest(long count) {
        for (long i = 0; i < count && forgotten < added; i++) {
            forgetIndexOf((int) (forgotten % first.length));
            forgotten++;
        }
    }

    /** Takes an entry out of the index, if it is there, and closes the gap among those that were put behind it. */
    private void forgetIndexOf(int entry) {
        int mask = index.length - 1;
        int gap = slotOf(first[entry]);
        while (index[gap] != entry + 1) {
            if (index[gap] == 0) {
                return; // A newer entry of the same hash took its place.
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
