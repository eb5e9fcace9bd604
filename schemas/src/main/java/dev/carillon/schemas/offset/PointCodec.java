package dev.carillon.schemas.offset;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a point as offset metadata: a letter for the format, {@code o} or {@code c} for open or clean, and in base64
 * a list of varints: records that may have been fetched, end − position, and the distances between the holes.
 */
public final class PointCodec {
    /** What a broker accepts by default. */
    public static final int MAX_CHARS = 4_096;

    /** How many records a predecessor may have fetched if this version can't read its metadata. */
    static final int UNKNOWN_FETCHED = 3_000;

    private static final char FORMAT = 'A';
    private static final int PREFIX = 2;
    private static final int MAX_VARINT = 10;

    private PointCodec() {}

    public static String encode(StoredPoint point) {
        byte[] bytes = new byte[(2 + point.holes().length) * MAX_VARINT];
        int length = writeVarint(bytes, 0, point.mayHaveFetched());
        length = writeVarint(bytes, length, point.end() - point.position());
        long last = point.position();
        for (long hole : point.holes()) {
            length = writeVarint(bytes, length, hole - last);
            last = hole;
        }
        String mark = point.open() ? "o" : "c";
        return FORMAT + mark + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes, length));
    }

    /** Reads what {@link #encode} wrote. No metadata means untouched; unreadable metadata counts as open. */
    public static StoredPoint decode(long position, @Nullable String metadata) {
        if (metadata == null || metadata.isEmpty()) {
            return StoredPoint.untouched(position);
        }
        try {
            return decodeKnown(position, metadata);
        } catch (IllegalArgumentException e) {
            // Written by a newer version or by hand: run all again, with claims.
            return new StoredPoint(position, true, UNKNOWN_FETCHED, position, new long[0]);
        }
    }

    private static StoredPoint decodeKnown(long position, String metadata) {
        if (metadata.length() < PREFIX || metadata.charAt(0) != FORMAT) {
            throw new IllegalArgumentException("unknown format");
        }
        Varints in = new Varints(Base64.getUrlDecoder().decode(metadata.substring(PREFIX)));
        int fetched = Math.toIntExact(Math.min(in.next(), Integer.MAX_VALUE));
        long end = position + in.next();
        long[] holes = new long[metadata.length()];
        int count = 0;
        long last = position;
        while (in.hasNext()) {
            long distance = in.next();
            if (distance < 0) {
                throw new IllegalArgumentException("holes are not in order");
            }
            last += distance;
            holes[count++] = last;
        }
        if (end < position || last > end) {
            throw new IllegalArgumentException("holes beyond the end");
        }
        return new StoredPoint(position, metadata.charAt(1) == 'o', fetched, end, Arrays.copyOf(holes, count));
    }

    public static int bytesOf(long value) {
        int bytes = 1;
        for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
            bytes++;
        }
        return bytes;
    }

    private static int writeVarint(byte[] bytes, int start, long value) {
        int at = start;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[at++] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
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
