package dev.carillon.kit.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Two independent 64-bit hashes of some bytes and a number: collisions are practically impossible. */
public record Hash128(long first, long second) {
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FIRST_SEED = 0xcbf29ce484222325L;
    private static final long SECOND_SEED = 0x9e3779b97f4a7c15L;
    private static final long FIRST_PRIME = 0xff51afd7ed558ccdL;
    private static final long SECOND_PRIME = 0xc4ceb9fe1a85ec53L;
    private static final int FIRST_TURN = 29;
    private static final int SECOND_TURN = 31;

    public static Hash128 of(byte[] bytes, int number) {
        long first = FIRST_SEED ^ (bytes.length * SECOND_PRIME);
        long second = SECOND_SEED + number * FIRST_PRIME;
        int at = 0;
        for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
            long word = (long) EIGHT_BYTES.get(bytes, at);
            first = Long.rotateLeft((first ^ word) * FIRST_PRIME, FIRST_TURN);
            second = Long.rotateLeft(second + word * SECOND_PRIME, SECOND_TURN) * FIRST_PRIME;
        }
        long rest = 0;
        for (int i = bytes.length - 1; i >= at; i--) {
            rest = rest << Byte.SIZE | (bytes[i] & 0xff);
        }
        first = (first ^ rest ^ number) * FIRST_PRIME;
        second = (second + rest * SECOND_PRIME) * FIRST_PRIME;
        return new Hash128(mixed(first), mixed(second));
    }

    /** Spreads entropy to the low bits (the last step of MurmurHash3). */
    public static long mixed(long hash) {
        long h = hash;
        h = (h ^ (h >>> 33)) * FIRST_PRIME;
        h = (h ^ (h >>> 33)) * SECOND_PRIME;
        return h ^ (h >>> 33);
    }
}
