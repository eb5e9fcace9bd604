package dev.carillon.schemas.key;

/**
 * The hash with which Kafka's Java producer chooses partitions, so that clients in other languages can compute an
 * execution's home.
 */
public final class Murmur2 {
    private static final int SEED = 0x9747b28c;
    private static final int MIX = 0x5bd1e995;
    private static final int SHIFT = 24;

    private Murmur2() {}

    public static int partition(byte[] key, int partitions) {
        return partitionOf(hash(key, key.length), partitions);
    }

    /** The hash of all of a key. */
    public static int hash(byte[] key) {
        return hash(key, key.length);
    }

    static int partitionOf(int hash, int partitions) {
        return (hash & 0x7fffffff) % partitions;
    }

    /** The hash of the first bytes. */
    static int hash(byte[] data, int length) {
        int h = SEED ^ length;
        int whole = length & ~3;
        for (int i = 0; i < whole; i += 4) {
            int k = (data[i] & 0xff) | ((data[i + 1] & 0xff) << 8) | ((data[i + 2] & 0xff) << 16) | (data[i + 3] << 24);
            k *= MIX;
            k ^= k >>> SHIFT;
            h = (h * MIX) ^ (k * MIX);
        }
        for (int i = length - 1; i >= whole; i--) {
            h ^= (data[i] & 0xff) << (8 * (i - whole));
        }
        if (whole != length) {
            h *= MIX;
        }
        h ^= h >>> 13;
        h *= MIX;
        return h ^ (h >>> 15);
    }
}
