package dev.carillon.schemas.json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An index of a scanned JSON document: the kind, the position and the name of each value. Values are parsed only when a
 * record reads them. Values that are carried unread ({@link #isCarried}) have a single entry.
 *
 * <p>Entries are in the order of the document, an object or list directly before its contents.
 */
final class JsonIndex {
    static final int OBJECT = 1;
    static final int LIST = 2;
    static final int STRING = 3;
    static final int NUMBER = 4;
    static final int TRUE = 5;
    static final int FALSE = 6;
    static final int NULL = 7;

    private static final int KIND = 0x0f;
    /** The bytes are not the characters: there is a backslash or a character of several bytes. */
    private static final int VALUE_ENCODED = 0x10;

    private static final int NAME_ENCODED = 0x20;
    private static final int TAKEN = 0x40;

    /** Parts of an entry. */
    private static final int FLAGS = 0;

    private static final int START = 1;
    private static final int END = 2;
    private static final int NEXT = 3;
    private static final int NAME_START = 4;
    private static final int NAME_END = 5;
    private static final int NAME_HASH = 6;
    /** For an object or list: a filter of its names in two halves, its number of entries, and its depth. */
    private static final int FILTER = 7;

    private static final int FILTER_ABOVE = 8;
    private static final int SIZE_AND_DEPTH = 9;
    private static final int PARTS = 10;

    private static final int DEPTH_BITS = 8;
    private static final ThreadLocal<SpareMemory<int[]>> SPARE =
            ThreadLocal.withInitial(() -> new SpareMemory<>(() -> new int[28 * PARTS]));
    /** Larger arrays are rare, so they are left to the garbage collector. */
    private static final int MOST_KEPT = 4_096;

    private static final int[] GONE = {};

    final byte[] source;
    private int[] entries = SPARE.get().take();
    private int count;

    JsonIndex(byte[] source) {
        this.source = source;
    }

    /** Values under these names are payloads: they are checked, but not indexed. */
    boolean isCarried(int nameStart, int nameEnd) {
        return isSpelled(nameStart, nameEnd, "payload") || isSpelled(nameStart, nameEnd, "data");
    }

    int count() {
        return count;
    }

    int begin(int kind, int start) {
        if ((count + 1) * PARTS > entries.length) {
            entries = Arrays.copyOf(entries, 2 * entries.length);
        }
        int at = count * PARTS;
        entries[at + FLAGS] = kind;
        entries[at + START] = start;
        // The other parts are written before they are read; this one only for objects and lists.
        entries[at + SIZE_AND_DEPTH] = 0;
        return count++;
    }

    void end(int entry, int end) {
        entries[entry * PARTS + END] = end;
        entries[entry * PARTS + NEXT] = count;
    }

    void textIsEncoded(int entry) {
        entries[entry * PARTS + FLAGS] |= VALUE_ENCODED;
    }

    void name(int entry, int start, int end, int hash, boolean encoded) {
        int at = entry * PARTS;
        entries[at + NAME_START] = start;
        entries[at + NAME_END] = end;
        entries[at + NAME_HASH] = hash;
        if (encoded) {
            entries[at + FLAGS] |= NAME_ENCODED;
        }
    }

    void holds(int entry, long filter, int size, int depth) {
        int at = entry * PARTS;
        entries[at + FILTER] = (int) filter;
        entries[at + FILTER_ABOVE] = (int) (filter >>> Integer.SIZE);
        entries[at + SIZE_AND_DEPTH] = size << DEPTH_BITS | depth;
    }

    /** Keeps the array for the next document; later calls on this index fail. */
    void release() {
        if (entries.length <= MOST_KEPT) {
            SPARE.get().giveBack(entries);
        }
        entries = GONE;
    }

    int kind(int entry) {
        return entries[entry * PARTS + FLAGS] & KIND;
    }

    int start(int entry) {
        return entries[entry * PARTS + START];
    }

    int end(int entry) {
        return entries[entry * PARTS + END];
    }

    int length(int entry) {
        return end(entry) - start(entry);
    }

    /** The entry after this one and its contents. */
    int next(int entry) {
        return entries[entry * PARTS + NEXT];
    }

    int size(int entry) {
        return entries[entry * PARTS + SIZE_AND_DEPTH] >>> DEPTH_BITS;
    }

    /** The depth of nested objects and lists. */
    int depth(int entry) {
        return entries[entry * PARTS + SIZE_AND_DEPTH] & ((1 << DEPTH_BITS) - 1);
    }

    boolean isTaken(int entry) {
        return (entries[entry * PARTS + FLAGS] & TAKEN) != 0;
    }

    void take(int entry) {
        entries[entry * PARTS + FLAGS] |= TAKEN;
    }

    /** Whether an object may have a field of that name; false is certain. */
    boolean mayHave(int object, int nameHash) {
        int half = (nameHash & Integer.SIZE) == 0 ? FILTER : FILTER_ABOVE;
        return (entries[object * PARTS + half] & (1 << nameHash)) != 0;
    }

    boolean isNamed(int entry, String name, int nameHash) {
        int at = entry * PARTS;
        if (entries[at + NAME_HASH] != nameHash) {
            return false;
        }
        if ((entries[at + FLAGS] & NAME_ENCODED) != 0) {
            return name(entry).equals(name);
        }
        return isSpelled(entries[at + NAME_START], entries[at + NAME_END], name);
    }

    private boolean isSpelled(int start, int end, String name) {
        if (end - start != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (source[start + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    String name(int entry) {
        int at = entry * PARTS;
        return JsonText.of(
                source, entries[at + NAME_START], entries[at + NAME_END], (entries[at + FLAGS] & NAME_ENCODED) != 0);
    }

    /** The decoded text of a string. */
    String text(int entry) {
        int at = entry * PARTS;
        return JsonText.of(source, start(entry) + 1, end(entry) - 1, (entries[at + FLAGS] & VALUE_ENCODED) != 0);
    }

    /** Whether a string's bytes between its quotes are its characters. */
    boolean isPlain(int entry) {
        return (entries[entry * PARTS + FLAGS] & VALUE_ENCODED) == 0;
    }

    BigDecimal number(int entry) {
        return new BigDecimal(json(entry));
    }

    /** The value's JSON text. */
    String json(int entry) {
        return new String(source, start(entry), length(entry), StandardCharsets.UTF_8);
    }

    /** The kind of a value, for messages. */
    String kindText(int entry) {
        return switch (kind(entry)) {
            case OBJECT -> "an object";
            case LIST -> "a list";
            case STRING -> "the string";
            case TRUE, FALSE -> "the boolean";
            case NULL -> "null";
            default -> "the number";
        };
    }
}
