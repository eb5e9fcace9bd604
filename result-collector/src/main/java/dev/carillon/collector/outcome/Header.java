package dev.carillon.collector.outcome;

import java.nio.charset.StandardCharsets;

/** A record header; foreign ones may hold any bytes, so it is not a text. */
public final class Header {
    private final String name;
    private final byte[] value;

    public Header(String name, byte[] value) {
        this.name = name;
        this.value = value;
    }

    public static Header of(String name, Object value) {
        return new Header(name, value.toString().getBytes(StandardCharsets.UTF_8));
    }

    public String name() {
        return name;
    }

    public byte[] value() {
        return value;
    }

    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return name + "=" + text();
    }
}
