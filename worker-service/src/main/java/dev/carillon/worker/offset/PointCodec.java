package dev.carillon.worker.offset;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A point as offset metadata: the letter of the format, {@code o} or {@code c} for open or clean, and in base64 a row of
 * varints: records that may have been fetched, end − position, and the distances between the holes.
 */
public final class PointCodec {
    /** What a broker takes by default. */
    public static final int MAX_CHARS = 4_096;

    /** Assumed of a predecessor whose metadata this version can't read. */
    static final int UNKNOWN_FETCHED = 3_000;

    private static final char FORMAT = 'A';
    private static final int PREFIX = 2;

    private PointCodec() {}

    public static String encode(Point point) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writeVarint(bytes, point.mayHaveFetched());
        writeVarint(bytes, point.end() - point.position());
        long last = point.position();
        for (long hole : point.holes()) {
            writeVarint(bytes, hole - last);
            last = hole;
        }
        String mark = point.open() ? "o" : "c";
        return FORMAT + mark + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    /** Reads what {@link #encode} wrote; nothing means untouched, anything else that it is best to be careful. */
    public static Point decode(long position, @Nullable String metadata) {
        if (metadata == null || metadata.isEmpty()) {
            return Point.untouched(position);
        }
        try {
            return decodeKnown(position, metadata);
        } catch (IllegalArgumentException e) {
            // Written by a newer version or by hand: run all again, with claims.
            return new Point(position, true, UNKNOWN_FETCHED, position, List.of());
        }
    }

    private static Point decodeKnown(long position, String metadata) {
        if (metadata.length() < PREFIX || metadata.charAt(0) != FORMAT) {
            throw new IllegalArgumentException("unknown format");
        }
        Varints in = new Varints(Base64.getUrlDecoder().decode(metadata.substring(PREFIX)));
        int fetched = Math.toIntExact(Math.min(in.next(), Integer.MAX_VALUE));
        long end = position + in.next();
        List<Long> holes = new ArrayList<>();
        long last = position;
        while (in.hasNext()) {
            last += in.next();
            holes.add(last);
        }
        if (end < position || last > end) {
            throw new IllegalArgumentException("holes beyond the end");
        }
        return new Point(position, metadata.charAt(1) == 'o', fetched, end, holes);
    }

    static int bytesOf(long value) {
        int bytes = 1;
        for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
            bytes++;
        }
        return bytes;
    }

    private static void writeVarint(ByteArrayOutputStream bytes, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    private static final class Varints {
        private final byte[] bytes;
        private int at;

        Varints(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasNext() {
            return at < bytes.length;
        }

        long next() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE && at < bytes.length; shift += 7) {
                byte b = bytes[at++];
                value |= (b & 0x7fL) << shift;
                if (b >= 0) {
                    return value;
                }
            }
            throw new IllegalArgumentException("a number is cut off");
        }
    }
}
