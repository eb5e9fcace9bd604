package dev.carillon.schemas.json;

/**
 * Reads a document in one pass and builds its index. It refuses bytes that are not UTF-8 (a reader that guesses
 * encodings would accept records that other languages can't read) or not JSON, too deep nesting, and repeated field
 * names, also within carried values.
 */
final class JsonScanner extends JsonTokens {
    /** Stands for an entry within a carried value. */
    private static final int NOT_INDEXED = -1;

    private final JsonIndex index;
    private final FieldNames names;

    private JsonScanner(byte[] source) {
        super(source);
        this.index = new JsonIndex(source);
        this.names = new FieldNames(source);
    }

    /** Scans bytes that hold one value and white space around it. */
    static JsonIndex scan(byte[] source) {
        JsonScanner scanner = new JsonScanner(source);
        scanner.document();
        scanner.names.release();
        return scanner.index;
    }

    private void document() {
        if (end == 0) {
            throw MalformedJson.because("is empty");
        }
        if (end >= 3 && source[0] == (byte) 0xef && source[1] == (byte) 0xbb && source[2] == (byte) 0xbf) {
            throw MalformedJson.because("starts with a byte order mark");
        }
        skipSpace();
        if (at == end) {
            throw MalformedJson.because("is blank");
        }
        value(0, true);
        int behind = at;
        skipSpace();
        if (at < end) {
            MalformedJson.checkByte(source, at);
            throw MalformedJson.because("continues after its end at byte " + behind);
        }
    }

    /** Reads one value; returns its depth. */
    private int value(int depth, boolean indexed) {
        int entry = indexed ? index.begin(kind(), at) : NOT_INDEXED;
        int deepest = content(entry, depth);
        if (indexed) {
            index.end(entry, at);
            if (lastEncoded) {
                index.textIsEncoded(entry);
            }
        }
        return deepest;
    }

    private int kind() {
        if (at >= end) {
            throw ended();
        }
        return switch (source[at]) {
            case '{' -> JsonIndex.OBJECT;
            case '[' -> JsonIndex.LIST;
            case '"' -> JsonIndex.STRING;
            case 't' -> JsonIndex.TRUE;
            case 'f' -> JsonIndex.FALSE;
            case 'n' -> JsonIndex.NULL;
            default -> JsonIndex.NUMBER;
        };
    }

    private int content(int entry, int depth) {
        switch (kind()) {
            case JsonIndex.OBJECT -> {
                return object(entry, deeper(depth)) + 1;
            }
            case JsonIndex.LIST -> {
                return list(entry, deeper(depth)) + 1;
            }
            case JsonIndex.STRING -> string();
            case JsonIndex.TRUE -> literal("true");
            case JsonIndex.FALSE -> literal("false");
            case JsonIndex.NULL -> literal("null");
            default -> number();
        }
        return 0;
    }

    private static int deeper(int depth) {
        if (depth >= Json.MAX_DEPTH) {
            throw MalformedJson.tooDeep();
        }
        return depth + 1;
    }

    private int object(int entry, int depth) {
        at++;
        skipSpace();
        FieldNames.OfObject fields = names.new OfObject();
        int deepest = 0;
        boolean more = at >= end || source[at] != '}';
        if (!more) {
            at++;
        }
        while (more) {
            if (at >= end || source[at] != '"') {
                throw unexpected("a field's name in quotes");
            }
            deepest = Math.max(deepest, field(entry != NOT_INDEXED, depth, fields));
            more = commaOrClose('}', "a comma or the end of the object");
        }
        fields.close();
        if (entry != NOT_INDEXED) {
            index.holds(entry, fields.filter(), fields.size(), deepest + 1);
        }
        lastEncoded = false;
        return deepest;
    }

    /** A name and its value. */
    private int field(boolean indexed, int depth, FieldNames.OfObject fields) {
        int nameStart = at + 1;
        string();
        int nameEnd = at - 1;
        boolean encoded = lastEncoded;
        int hash = names.hash(nameStart, nameEnd, encoded);
        fields.add(nameStart, nameEnd, hash, encoded);
        skipSpace();
        expect(':', "a colon after the field's name");
        skipSpace();
        if (!indexed) {
            return value(depth, false);
        }
        int entry = index.count();
        int deepest = index.isCarried(nameStart, nameEnd) ? carried(depth) : value(depth, true);
        index.name(entry, nameStart, nameEnd, hash, encoded);
        return deepest;
    }

    /** Reads a carried value, which has a single entry. */
    private int carried(int depth) {
        int entry = index.begin(kind(), at);
        int deepest = value(depth, false);
        index.end(entry, at);
        index.holds(entry, 0, 0, deepest);
        return deepest;
    }

    private int list(int entry, int depth) {
        at++;
        skipSpace();
        int deepest = 0;
        int size = 0;
        boolean more = at >= end || source[at] != ']';
        if (!more) {
            at++;
        }
        while (more) {
            deepest = Math.max(deepest, value(depth, entry != NOT_INDEXED));
            size++;
            more = commaOrClose(']', "a comma or the end of the list");
        }
        if (entry != NOT_INDEXED) {
            index.holds(entry, 0, size, deepest + 1);
        }
        lastEncoded = false;
        return deepest;
    }

    /** Reads a comma or the closing bracket; returns whether it was a comma. */
    private boolean commaOrClose(char close, String wanted) {
        skipSpace();
        boolean more = at < end && source[at] == ',';
        if (more) {
            at++;
            skipSpace();
        } else {
            expect(close, wanted);
        }
        return more;
    }
}
