package dev.carillon.collector.partition;

/**
 * Hashes of keys, such as those of all open executions of one partition. For nearly all other keys they show, without a
 * read of the store, that the key is not among them. Sixteen bytes per key, at most.
 */
final class OpenKeys {
    private static final int INITIAL_SIZE = 64;

    /** Never more than half full; 0 is an empty place. A hash is in it as often as it was added. */
    private int[] places = new int[INITIAL_SIZE];

    private int size;

    private static int stored(int hash) {
        return hash == 0 ? 1 : hash;
    }

    private int home(int stored) {
        return (stored * 0x9e3779b9) >>> 7 & (places.length - 1);
    }

    void add(int hash) {
        if (2 * ++size > places.length) {
            grow();
        }
        insert(stored(hash));
    }

    private void insert(int stored) {
        int at = home(stored);
        while (places[at] != 0) {
            at = (at + 1) & (places.length - 1);
        }
        places[at] = stored;
    }

    private void grow() {
        int[] old = places;
        places = new int[2 * old.length];
        for (int stored : old) {
            if (stored != 0) {
                insert(stored);
            }
        }
    }

    private int find(int stored) {
        int at = home(stored);
        while (places[at] != 0 && places[at] != stored) {
            at = (at + 1) & (places.length - 1);
        }
        return at;
    }

    boolean mayContain(int hash) {
        return size > 0 && places[find(stored(hash))] != 0;
    }

    /** Removes one of them, and moves up those that were put behind it. */
    void remove(int hash) {
        int gap = find(stored(hash));
        if (places[gap] == 0) {
            return;
        }
        size--;
        int mask = places.length - 1;
        for (int at = (gap + 1) & mask; places[at] != 0; at = (at + 1) & mask) {
            int home = home(places[at]);
            boolean between = gap <= at ? home > gap && home <= at : home > gap || home <= at;
            if (!between) {
                places[gap] = places[at];
                gap = at;
            }
        }
        places[gap] = 0;
    }

    int size() {
        return size;
    }
}
