package dev.carillon.schemas.key;

import java.util.Random;

/**
 * Eight characters of {@code [a-z2-7]} that identify a client in the keys it makes. Without it, two clients that make a
 * key for one taskId in the same nanosecond would make the same key, and one of the tasks would never run.
 */
public final class ClientMark {
    public static final int LENGTH = 8;

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int BITS_A_CHARACTER = 5;

    private ClientMark() {}

    /** A random mark, one of a million million. */
    public static String random(Random random) {
        return ofNumber(random.nextLong());
    }

    /** The mark made of the lower 40 bits of a number. */
    public static String ofNumber(long number) {
        char[] mark = new char[LENGTH];
        long rest = number;
        for (int i = LENGTH - 1; i >= 0; i--) {
            mark[i] = ALPHABET.charAt((int) (rest & (ALPHABET.length() - 1)));
            rest >>>= BITS_A_CHARACTER;
        }
        return new String(mark);
    }

    /** Whether the bytes between two positions are a mark. */
    static boolean isMark(byte[] source, int start, int end) {
        if (end - start != LENGTH) {
            return false;
        }
        for (int i = start; i < end; i++) {
            byte c = source[i];
            if ((c < 'a' || c > 'z') && (c < '2' || c > '7')) {
                return false;
            }
        }
        return true;
    }
}
