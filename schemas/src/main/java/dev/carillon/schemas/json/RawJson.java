package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** One JSON value kept as bytes: Carillon carries payloads and never looks into them. */
public final class RawJson {
    private static final int UNCHECKED = -1;

    public static final RawJson NULL = new RawJson(new byte[] {'n', 'u', 'l', 'l'}, 0, 4, 0);

    /** May be a whole record of which this value is a part. */
    private final byte[] source;

    private final int start;
    private final int end;
    /** How deep it nests, or that nobody has looked yet whether it is JSON at all. */
    private int depth;

    private RawJson(byte[] source, int start, int end, int depth) {
        this.source = source;
        this.start = start;
        this.end = end;
        this.depth = depth;
    }

    public static RawJson of(JsonNode node) {
        return written(Json.write(node));
    }

    /** Checks a JSON text and keeps it as it is. */
    public static RawJson parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    /** As {@link #parse(String)}; the bytes must not be changed any more. */
    public static RawJson parse(byte[] text) {
        JsonIndex index = JsonScanner.scan(text);
        RawJson whole = new RawJson(text, index.start(0), index.end(0), index.depth(0));
        index.release();
        return whole;
    }

    /** A value within a document that was read. */
    static RawJson part(byte[] document, int start, int end, int depth) {
        return new RawJson(document, start, end, depth);
    }

    /** Bytes that were written as JSON; whether they are is looked at when they become part of a record. */
    public static RawJson written(byte[] bytes) {
        return new RawJson(bytes, 0, bytes.length, UNCHECKED);
    }

    /** Refuses, under the name of a field, what is no JSON, what is too large, and what nests too deep to be carried. */
    public void check(String field, int maxBytes) {
        Refusals.checkCarried(field, length(), maxBytes);
        checkDepth(field);
    }

    /** As {@link #check}, for what may have any size. */
    void checkDepth(String field) {
        try {
            Refusals.checkDepth(field, depth());
        } catch (ContractException e) {
            throw e.ofField(field);
        }
    }

    private int depth() {
        int known = depth;
        if (known == UNCHECKED) {
            // Several threads may do this at once, and find the same.
            known = JsonScanner.scan(bytes()).depth(0);
            depth = known;
        }
        return known;
    }

    /** The same in memory of its own, for those who keep it longer than the record that it came in. */
    public RawJson compact() {
        return start == 0 && end == source.length ? this : new RawJson(bytes(), 0, end - start, depth);
    }

    public JsonNode node() {
        return Json.read(bytes());
    }

    public int length() {
        return end - start;
    }

    /** Its bytes, not to be changed. */
    public byte[] bytes() {
        return start == 0 && end == source.length ? source : Arrays.copyOfRange(source, start, end);
    }

    /** Puts its bytes into a larger text. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(source, start, target, at, end - start);
    }

    public String text() {
        return new String(source, start, end - start, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson json && Arrays.equals(source, start, end, json.source, json.start, json.end);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = start; i < end; i++) {
            hash = 31 * hash + source[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return text();
    }
}
