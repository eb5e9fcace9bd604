package dev.carillon.worker.dedup;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.TaskPosition;
import java.nio.charset.StandardCharsets;

/** 128 bits that stand for an attempt: two independent 64-bit hashes, so that an accident is out of the question. */
record AttemptHash(long first, long second) {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long OTHER_OFFSET = 0x9e3779b97f4a7c15L;
    private static final long OTHER_PRIME = 0xff51afd7ed558ccdL;

    static AttemptHash of(ExecutionKey key, int attempt) {
        return of(key.toString(), attempt);
    }

    static AttemptHash of(String key, int attempt) {
        byte[] bytes = (key + "#" + attempt).getBytes(StandardCharsets.UTF_8);
        return new AttemptHash(mixed(fnv(bytes)), mixed(other(bytes)));
    }

    static long of(TaskPosition position) {
        String text = position.topic() + "-" + position.partition() + "@" + position.offset();
        return mixed(fnv(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static long fnv(byte[] bytes) {
        long hash = FNV_OFFSET;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    private static long other(byte[] bytes) {
        long hash = OTHER_OFFSET;
        for (byte b : bytes) {
            hash = Long.rotateLeft(hash + (b & 0xff), 27) * OTHER_PRIME;
        }
        return hash;
    }

    /** Spreads what a multiplication leaves in the low bits (the last step of a well-known mixing function). */
    private static long mixed(long hash) {
        long h = hash;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
