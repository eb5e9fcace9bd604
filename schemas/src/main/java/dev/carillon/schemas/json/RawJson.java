package dev.carillon.schemas.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** One JSON value kept as bytes: Carillon carries payloads and never looks into them. */
public final class RawJson {
    public static final RawJson NULL = new RawJson("null".getBytes(StandardCharsets.US_ASCII));

    private final byte[] bytes;

    private RawJson(byte[] bytes) {
        this.bytes = bytes;
    }

    public static RawJson of(JsonNode node) {
        return new RawJson(Json.write(node));
    }

    /** Checks a JSON text and keeps it as it is. */
    public static RawJson parse(String text) {
        return of(Slots.document(text.getBytes(StandardCharsets.UTF_8)));
    }

    static RawJson of(Slots.Slot slot) {
        return new RawJson(slot.bytes());
    }

    /** Bytes that this program has written itself and need not check again. */
    public static RawJson written(byte[] bytes) {
        return new RawJson(bytes);
    }

    public JsonNode node() {
        return Json.read(bytes);
    }

    public int length() {
        return bytes.length;
    }

    /** Puts its bytes into a larger text. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson json && Arrays.equals(bytes, json.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return text();
    }
}
