package dev.carillon.kit.record;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A header of a record. Its value is bytes and not text, as headers of other programs may hold any bytes, or none. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; its bytes are passed on unchanged.
public record RecordHeader(String name, byte @Nullable [] value) {
    /** Room for the lengths of name and value. */
    private static final int ROOM = 10;

    public static RecordHeader of(String name, String text) {
        return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The value as text; null if there is none. */
    public @Nullable String text() {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    /** Its bytes in a record, uncompressed; a few more than it takes. */
    public int bytes() {
        return ROOM + utf8Length(name) + (value == null ? 0 : value.length);
    }

    /** Without encoding it: workers ask for each record that they send. */
    private static int utf8Length(String text) {
        int length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one >= 0x80) {
                // Two chars of a surrogate pair take four bytes together.
                length += one < 0x800 || Character.isSurrogate(one) ? 1 : 2;
            }
        }
        return length;
    }

    @Override
    public String toString() {
        return name + "=" + text();
    }
}
