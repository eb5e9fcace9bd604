package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/** One JSON value kept as bytes: Carillon carries payloads without reading them. */
public final class RawJson {
    private static final int UNCHECKED = -1;

    public static final RawJson NULL = new RawJson(new byte[] {'n', 'u', 'l', 'l'}, 0, 4, 0);

    /** May be a whole record that contains this value. */
    private final byte[] source;

    private final int start;
    private final int end;
    /** The depth of nesting, or UNCHECKED if the bytes were not yet checked to be JSON. */
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

    /** A value within a scanned document. */
    static RawJson part(byte[] document, int start, int end, int depth) {
        return new RawJson(document, start, end, depth);
    }

    /** Wraps bytes that should be JSON; they are checked when they become part of a record. */
    public static RawJson written(byte[] bytes) {
        return new RawJson(bytes, 0, bytes.length, UNCHECKED);
    }

    /** Refuses, under the name of a field, a value that is not JSON, too large, or nested too deep. */
    public void check(String field, int maxBytes) {
        FieldRefusals.checkCarried(field, length(), maxBytes);
        checkDepth(field);
    }

    /** As {@link #check}, for a value of any size. */
    void checkDepth(String field) {
        try {
            FieldRefusals.checkDepth(field, depth());
        } catch (ContractException e) {
            throw e.ofField(field);
        }
    }

    private int depth() {
        int known = depth;
        if (known == UNCHECKED) {
            // Safe: threads that do this at the same time get the same result.
            known = JsonScanner.scan(bytes()).depth(0);
            depth = known;
        }
        return known;
    }

    /** A copy that does not keep the record that it was part of. */
    public RawJson compact() {
        return start == 0 && end == source.length ? this : new RawJson(bytes(), 0, end - start, depth);
    }

    public JsonNode node() {
        return Json.read(bytes());
    }

    public int length() {
        return end - start;
    }

    /** The bytes, which callers must not change. */
    public byte[] bytes() {
        return start == 0 && end == source.length ? source : Arrays.copyOfRange(source, start, end);
    }

    /** Copies the bytes into a larger text. */
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
