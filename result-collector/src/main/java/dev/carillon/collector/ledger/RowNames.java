package dev.carillon.collector.ledger;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Names the rows of the table: a letter for the kind of row, a slash, and the name within its kind. */
public final class RowNames {
    /** Open executions, by key. */
    public static final String ENTRIES = "e/";
    /** Hashes of recently closed ones, some dozens per row, by number. */
    public static final String CLOSED = "c/";
    /** Timers, by due time and key. */
    public static final String TIMERS = "t/";
    /** Tasks of claimed attempts, by worker and key. */
    public static final String CLAIMS = "w/";
    /** Positions in other topics. */
    public static final String POSITIONS = "p/";

    private RowNames() {}

    public static byte[] named(String prefix, String name) {
        return named(prefix, name.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] named(String prefix, byte[] name) {
        byte[] row = Arrays.copyOf(prefix.getBytes(StandardCharsets.UTF_8), prefix.length() + name.length);
        System.arraycopy(name, 0, row, prefix.length(), name.length);
        return row;
    }

    public static byte[] nameOf(byte[] row, String prefix) {
        return Arrays.copyOfRange(row, prefix.length(), row.length);
    }

    /** A number in front sorts the rows by it; it is never negative here. */
    public static byte[] numbered(String prefix, long number, String name) {
        byte[] tail = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(prefix.length() + Long.BYTES + tail.length)
                .put(prefix.getBytes(StandardCharsets.UTF_8))
                .putLong(number)
                .put(tail)
                .array();
    }

    public static long number(byte[] row, String prefix) {
        return ByteBuffer.wrap(row, prefix.length(), Long.BYTES).getLong();
    }

    public static String nameBehindNumber(byte[] row, String prefix) {
        int from = prefix.length() + Long.BYTES;
        return new String(row, from, row.length - from, StandardCharsets.UTF_8);
    }

    public static byte[] first(String prefix) {
        return prefix.getBytes(StandardCharsets.UTF_8);
    }

    /** Behind every row with the prefix: names are UTF-8, which has no byte 255, and numbers are not negative. */
    public static byte[] last(String prefix) {
        byte[] start = first(prefix);
        byte[] end = Arrays.copyOf(start, start.length + 1);
        end[start.length] = (byte) 0xff;
        return end;
    }
}
