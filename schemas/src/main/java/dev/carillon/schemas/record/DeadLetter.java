package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.work.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that no role can use, with its cause and origin. It always fits into its topic: brokers limit compressed
 * sizes and producers uncompressed ones, so a record that was accepted once may be too large to be written again, and a
 * role must never get stuck on it. Parts that don't fit are left out, and a header says so.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; made to be sent once.
public record DeadLetter(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
    /** Room for the batch around a record, and for what compression adds to bytes that don't shrink. */
    private static final int BATCH_ROOM = 4 * 1024;
    /** The limit of key, value and headers together, uncompressed. */
    public static final int MAX_BYTES = Limits.DEAD_LETTER_BYTES - BATCH_ROOM;

    /** Room for lengths and other fields of a record. */
    private static final int RECORD_ROOM = 64;

    private static final int HEADER_ROOM = 10;

    /** A Kafka header; headers of other programs may hold any bytes, or none. */
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
     * The position of the original record.
     *
     * @param appended its append time
     */
    public record Place(String topic, int partition, long offset, Instant appended) {}

    /**
     * Makes a dead letter of a record. The key is kept first, then the value, then the record's own headers, each if it
     * fits.
     *
     * @param own the record's headers
     * @param place null if it is not caused by a record
     */
    public static DeadLetter of(
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> own,
            ErrorCode cause,
            String message,
            @Nullable Place place) {
        List<Header> causeHeaders = causeHeaders(cause, message, place);
        // The three headers for omitted parts are small, so all are counted.
        long left = MAX_BYTES - RECORD_ROOM - 3 * 64 - bytes(causeHeaders);
        boolean keepKey = key == null || key.length <= left;
        left -= key != null && keepKey ? key.length : 0;
        boolean keepValue = value == null || value.length <= left;
        left -= value != null && keepValue ? value.length : 0;
        boolean keepOwn = bytes(own) <= left;

        List<Header> headers = new ArrayList<>(keepOwn ? own : List.of());
        headers.addAll(causeHeaders);
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

    private static List<Header> causeHeaders(ErrorCode cause, String message, @Nullable Place place) {
        List<Header> headers = new ArrayList<>();
        headers.add(Header.of(Headers.CAUSE, cause.name()));
        headers.add(Header.of(
                Headers.CAUSE_MESSAGE,
                message.length() > Limits.MESSAGE ? message.substring(0, Limits.MESSAGE) : message));
        if (place != null) {
            headers.add(Header.of(Headers.ORIGIN_TOPIC, place.topic()));
            headers.add(Header.of(Headers.ORIGIN_PARTITION, Integer.toString(place.partition())));
            headers.add(Header.of(Headers.ORIGIN_OFFSET, Long.toString(place.offset())));
            headers.add(Header.of(
                    Headers.ORIGIN_TIMESTAMP, Long.toString(place.appended().toEpochMilli())));
        }
        return headers;
    }

    private static long bytes(List<Header> headers) {
        return headers.stream().mapToLong(Header::bytes).sum();
    }
}
