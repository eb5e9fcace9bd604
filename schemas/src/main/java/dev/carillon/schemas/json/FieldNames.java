package dev.carillon.schemas.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the field names of the open objects while a document is scanned, and refuses one that an object repeats. */
final class FieldNames {
    /** With more names than these, repetitions are found with a hash set. */
    private static final int FEW = 64;

    private static final int START = 0;
    private static final int END = 1;
    private static final int HASH = 2;
    private static final int ENCODED = 3;
    private static final int PARTS = 4;
    private static final ThreadLocal<SpareMemory<int[]>> SPARE =
            ThreadLocal.withInitial(() -> new SpareMemory<>(() -> new int[24 * PARTS]));
    /** As in {@link JsonIndex}. */
    private static final int MOST_KEPT = 4_096;

    private final byte[] source;
    private int[] names = SPARE.get().take();
    private int end;

    FieldNames(byte[] source) {
        this.source = source;
    }

    /** Keeps the array for the next document. */
    void release() {
        if (names.length <= MOST_KEPT) {
            SPARE.get().giveBack(names);
        }
    }

    /** A cheap hash: it differs for most names of one object and reads only three characters. */
    static int hash(String name) {
        int length = name.length();
        return length == 0 ? 0 : hash(length, name.charAt(0), name.charAt(length / 2), name.charAt(length - 1));
    }

    private static int hash(int length, int first, int middle, int last) {
        return length * 7 + first * 31 + middle * 113 + last * 5;
    }

    /** As {@link #hash(String)}, of the name between two quotes. */
    int hash(int nameStart, int nameEnd, boolean encoded) {
        int length = nameEnd - nameStart;
        if (encoded) {
            String name = JsonText.of(source, nameStart, nameEnd, true);
            if (Utf8.loneSurrogate(name) >= 0) {
                throw MalformedJson.because(
                        "has half a character in a field's name" + MalformedJson.where(source, nameEnd));
            }
            return hash(name);
        }
        return length == 0 ? 0 : hash(length, source[nameStart], source[nameStart + length / 2], source[nameEnd - 1]);
    }

    /** The names of one open object. */
    final class OfObject {
        private final int first = end;
        private long filter;
        private int size;
        private @Nullable Set<String> many;

        /** Adds a name; refuses one that the object already has. */
        void add(int nameStart, int nameEnd, int hash, boolean encoded) {
            boolean mayBeThere = (filter & (1L << hash)) != 0;
            filter |= 1L << hash;
            if (size++ == FEW) {
                moveToSet();
            }
            if (many != null) {
                addToSet(many, nameStart, nameEnd, encoded);
                return;
            }
            for (int at = first; mayBeThere && at < end; at += PARTS) {
                if (names[at + HASH] == hash && isSame(at, nameStart, nameEnd, encoded)) {
                    throw MalformedJson.fieldTwice(nameAt(at), source, nameEnd + 1);
                }
            }
            push(nameStart, nameEnd, hash, encoded);
        }

        private void moveToSet() {
            Set<String> all = new HashSet<>();
            for (int at = first; at < end; at += PARTS) {
                all.add(nameAt(at));
            }
            many = all;
            end = first;
        }

        /** A bit for each hash of the names. */
        long filter() {
            return filter;
        }

        int size() {
            return size;
        }

        /** Removes the names at the object's end. */
        void close() {
            end = first;
        }
    }

    private void addToSet(Set<String> all, int nameStart, int nameEnd, boolean encoded) {
        String name = JsonText.of(source, nameStart, nameEnd, encoded);
        if (!all.add(name)) {
            throw MalformedJson.fieldTwice(name, source, nameEnd + 1);
        }
    }

    private void push(int nameStart, int nameEnd, int hash, boolean encoded) {
        if (end + PARTS > names.length) {
            names = Arrays.copyOf(names, 2 * names.length);
        }
        names[end + START] = nameStart;
        names[end + END] = nameEnd;
        names[end + HASH] = hash;
        names[end + ENCODED] = encoded ? 1 : 0;
        end += PARTS;
    }

    private boolean isSame(int at, int nameStart, int nameEnd, boolean encoded) {
        return (encoded || names[at + ENCODED] == 1)
                ? nameAt(at).equals(JsonText.of(source, nameStart, nameEnd, encoded))
                : Arrays.equals(source, names[at + START], names[at + END], source, nameStart, nameEnd);
    }

    private String nameAt(int at) {
        return JsonText.of(source, names[at + START], names[at + END], names[at + ENCODED] == 1);
    }
}
