package dev.carillon.worker.offset;

import dev.carillon.schemas.offset.PointCodec;
import java.util.Arrays;

/**
 * Offsets in ascending order, in a plain array. Most are added at the end and removed near the beginning, so a removal
 * moves the shorter side. Not safe for use by several threads.
 */
final class SortedOffsets {
    private static final int INITIAL_SIZE = 64;

    private long[] offsets;
    private int start;
    private int end;

    SortedOffsets(long[] ascending) {
        offsets = Arrays.copyOf(ascending, Math.max(INITIAL_SIZE, ascending.length));
        end = ascending.length;
    }

    int size() {
        return end - start;
    }

    boolean isEmpty() {
        return start == end;
    }

    /** The smallest of them; there must be one. */
    long first() {
        return offsets[start];
    }

    boolean contains(long offset) {
        return indexOf(offset) >= 0;
    }

    private int indexOf(long offset) {
        return Arrays.binarySearch(offsets, start, end, offset);
    }

    /** Returns false if it was there already. */
    boolean add(long offset) {
        if (start == end || offset > offsets[end - 1]) {
            makeRoom();
            offsets[end++] = offset;
            return true;
        }
        makeRoom();
        int found = indexOf(offset);
        if (found >= 0) {
            return false;
        }
        int at = -found - 1;
        System.arraycopy(offsets, at, offsets, at + 1, end - at);
        offsets[at] = offset;
        end++;
        return true;
    }

    /** Makes room for one more behind the last. */
    private void makeRoom() {
        if (end < offsets.length) {
            return;
        }
        long[] target = start > offsets.length / 2 ? offsets : new long[2 * offsets.length];
        System.arraycopy(offsets, start, target, 0, size());
        end -= start;
        start = 0;
        offsets = target;
    }

    /** Returns false if it was not there. */
    boolean remove(long offset) {
        int at = indexOf(offset);
        if (at < 0) {
            return false;
        }
        if (at - start < end - at) {
            System.arraycopy(offsets, start, offsets, start + 1, at - start);
            start++;
        } else {
            System.arraycopy(offsets, at + 1, offsets, at, end - at - 1);
            end--;
        }
        return true;
    }

    long removeFirst() {
        return offsets[start++];
    }

    /** How many are no greater than the given one. */
    int countUpTo(long offset) {
        int at = indexOf(offset);
        return (at < 0 ? -at - 1 : at + 1) - start;
    }

    /** How many bytes the distances between them take, each as a varint. */
    int distanceBytes() {
        int bytes = 0;
        for (int i = start + 1; i < end; i++) {
            bytes += PointCodec.bytesOf(offsets[i] - offsets[i - 1]);
        }
        return bytes + 1;
    }

    long[] toArray() {
        return Arrays.copyOfRange(offsets, start, end);
    }
}
