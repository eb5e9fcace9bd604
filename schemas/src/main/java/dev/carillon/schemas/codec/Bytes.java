package dev.carillon.schemas.codec;

import dev.carillon.schemas.json.RawJson;
import java.util.Arrays;

/** A text being put together, in memory that is used again for the next one. */
final class Bytes {
    private static final int AT_FIRST = 1_024;
    private static final int TEN = 10;
    /** The digits of the largest long. */
    private static final int MAX_DIGITS = 19;

    private byte[] bytes = new byte[AT_FIRST];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    void add(byte b) {
        room(1);
        bytes[length++] = b;
    }

    void add(byte[] piece) {
        room(piece.length);
        System.arraycopy(piece, 0, bytes, length, piece.length);
        length += piece.length;
    }

    void add(RawJson json) {
        room(json.length());
        json.copyTo(bytes, length);
        length += json.length();
    }

    /** A text of which every character is one byte. */
    void ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length + i] = (byte) text.charAt(i);
        }
        length += text.length();
    }

    void number(long number) {
        if (number < 0) {
            ascii(Long.toString(number));
            return;
        }
        room(MAX_DIGITS);
        int digits = 1;
        for (long rest = number; rest >= TEN; rest /= TEN) {
            digits++;
        }
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % TEN);
            rest /= TEN;
        }
        length += digits;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
