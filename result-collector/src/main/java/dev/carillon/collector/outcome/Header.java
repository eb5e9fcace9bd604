package dev.carillon.collector.outcome;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A record header; foreign ones may hold any bytes, or none, so it is not a text. */
public final class Header {
    /** Lengths of name and value. */
    private static final int ROOM = 10;

    private final String name;
    private final byte @Nullable [] value;

    public Header(String name, byte @Nullable [] value) {
        this.name = name;
        this.value = value;
    }

    public static Header of(String name, Object value) {
        return new Header(name, value.toString().getBytes(StandardCharsets.UTF_8));
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
