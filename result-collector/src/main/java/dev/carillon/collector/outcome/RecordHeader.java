package dev.carillon.collector.outcome;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A record header; its value is bytes and not text, as foreign headers may hold any bytes, or none. */
public final class RecordHeader {
    /** Room for the lengths of name and value. */
    private static final int ROOM = 10;

    private final String name;
    private final byte @Nullable [] value;

    public RecordHeader(String name, byte @Nullable [] value) {
        this.name = name;
        this.value = value;
    }

    public static RecordHeader of(String name, Object value) {
        return new RecordHeader(name, value.toString().getBytes(StandardCharsets.UTF_8));
    }

    public String name() {
        return name;
    }

    public byte @Nullable [] value() {
        return value;
    }

    public @Nullable String text() {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    long bytes() {
        return ROOM + (long) name.getBytes(StandardCharsets.UTF_8).length + (value == null ? 0 : value.length);
    }

    @Override
    public String toString() {
        return name + "=" + text();
    }
}
