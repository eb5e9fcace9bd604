package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that nobody can use, put aside with why and from where. It always fits its topic: brokers bound what is
 * compressed and producers what is not, so a record that was taken once may be too large to be written again, and the
 * one who has to put it aside must never get stuck on it. What does not fit is left out, and a header says so.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; made to be sent once.
public record DeadLetter(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
    /** The batch around a record, and what compression adds to bytes that don't shrink. */
    private static final int BATCH_ROOM = 4 * 1024;
    /** What key, value and headers of a dead letter may take in all, uncompressed. */
    public static final int MAX_BYTES = Limits.DEAD_LETTER_BYTES - BATCH_ROOM;

    /** Lengths, and what a record takes besides. */
    private static final int RECORD_ROOM = 64;

    private static final int HEADER_ROOM = 10;

    /** A header as Kafka has it; foreign ones may hold any bytes, or none. */
    public record Header(String name, byte @Nullable [] value) {
        public static Header of(String name, String text) {
            return new Header(name, text.getBytes(StandardCharsets.UTF_8));
        }

        private long bytes() {
            int length = value == null ? 0 : value.length;
            return HEADER_ROOM + (long) name.getBytes(StandardCharsets.UTF_8).length + length;
        }
    }

    /**
     * Where the record lay.
     *
     * @param appended its append time
     */
    public record Place(String topic, int partition, long offset, Instant appended) {}

    /**
     * Puts a record aside. The key is kept first, then the value, then the record's own headers, each if it still fits.
     *
     * @param own the headers that the record carries
     * @param place null if no record led to it
     */
    public static DeadLetter of(
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> own,
            ErrorCode cause,
            String message,
            @Nullable Place place) {
        List<Header> said = said(cause, message, place);
        // The three headers that say what is missing are small, and counted as if all were there.
        long left = MAX_BYTES - RECORD_ROOM - 3 * 64 - bytes(said);
        boolean keepKey = key == null || key.length <= left;
        left -= key != null && keepKey ? key.length : 0;
        boolean keepValue = value == null || value.length <= left;
        left -= value != null && keepValue ? value.length : 0;
        boolean keepOwn = bytes(own) <= left;

        List<Header> headers = new ArrayList<>(keepOwn ? own : List.of());
        headers.addAll(said);
        if (key != null && !keepKey) {
            headers.add(Header.of(Headers.KEY_OMITTED, key.length + " bytes"));
        }
        if (value != null && !keepValue) {
            headers.add(Header.of(Headers.VALUE_OMITTED, value.length + " bytes"));
        }
        if (!keepOwn) {
            headers.add(Header.of(Headers.HEADERS_OMITTED, bytes(own) + " bytes"));
        }
        return new DeadLetter(keepKey ? key : null, keepValue ? value : null, List.copyOf(headers));
    }

    private static List<Header> said(ErrorCode cause, String message, @Nullable Place place) {
        List<Header> said = new ArrayList<>();
        said.add(Header.of(Headers.CAUSE, cause.name()));
        said.add(Header.of(
                Headers.CAUSE_MESSAGE,
                message.length() > Limits.MESSAGE ? message.substring(0, Limits.MESSAGE) : message));
        if (place != null) {
            said.add(Header.of(Headers.ORIGIN_TOPIC, place.topic()));
            said.add(Header.of(Headers.ORIGIN_PARTITION, Integer.toString(place.partition())));
            said.add(Header.of(Headers.ORIGIN_OFFSET, Long.toString(place.offset())));
            said.add(Header.of(
                    Headers.ORIGIN_TIMESTAMP, Long.toString(place.appended().toEpochMilli())));
        }
        return said;
    }

    private static long bytes(List<Header> headers) {
        return headers.stream().mapToLong(Header::bytes).sum();
    }
}
