package dev.carillon.worker.dedup;

import java.time.Instant;

/** A part of the window: attempts met in one stretch of time, forgotten together. Open addressing in plain arrays. */
final class SeenTable {
    private static final int FIRST_SLOTS = 256;
    private static final int TAKEN_OUT = -1;

    private final Instant since;
    private Instant newest;
    private int size;
    private long[] first = new long[FIRST_SLOTS];
    private long[] second = new long[FIRST_SLOTS];
    private long[] position = new long[FIRST_SLOTS];
    /** 0 for an empty slot. */
    private int[] delivery = new int[FIRST_SLOTS];

    SeenTable(Instant since) {
        this.since = since;
        this.newest = since;
    }

    Instant since() {
        return since;
    }

    Instant newest() {
        return newest;
    }

    int size() {
        return size;
    }

    /** The slot of an attempt, or -1. */
    int find(AttemptHash hash) {
        int slot = slotOf(hash, first.length);
        while (delivery[slot] != 0) {
            if (first[slot] == hash.first() && second[slot] == hash.second()) {
                return slot;
            }
            slot = (slot + 1) & (first.length - 1);
        }
        return -1;
    }

    boolean isTakenOut(int slot) {
        return delivery[slot] == TAKEN_OUT;
    }

    long positionAt(int slot) {
        return position[slot];
    }

    int deliveryAt(int slot) {
        return delivery[slot];
    }

    /** Marks it as never met; the slot stays, as others may lie behind it. */
    void takeOut(int slot) {
        delivery[slot] = TAKEN_OUT;
    }

    void put(AttemptHash hash, long where, int itsDelivery, Instant now) {
        if (now.isAfter(newest)) {
            newest = now;
        }
        int found = find(hash);
        if (found >= 0) {
            position[found] = where;
            delivery[found] = itsDelivery;
            return;
        }
        if (size * 2 >= first.length) {
            grow();
        }
        size++;
        store(hash.first(), hash.second(), where, itsDelivery);
    }

    private void store(long one, long two, long where, int itsDelivery) {
        int slot = (int) (one & (first.length - 1));
        while (delivery[slot] != 0) {
            slot = (slot + 1) & (first.length - 1);
        }
        first[slot] = one;
        second[slot] = two;
        position[slot] = where;
        delivery[slot] = itsDelivery;
    }

    private void grow() {
        long[] oldFirst = first;
        long[] oldSecond = second;
        long[] oldPosition = position;
        int[] oldDelivery = delivery;
        int slots = oldFirst.length * 2;
        first = new long[slots];
        second = new long[slots];
        position = new long[slots];
        delivery = new int[slots];
        for (int i = 0; i < oldFirst.length; i++) {
            if (oldDelivery[i] != 0) {
                store(oldFirst[i], oldSecond[i], oldPosition[i], oldDelivery[i]);
            }
        }
    }

    private static int slotOf(AttemptHash hash, int slots) {
        return (int) (hash.first() & (slots - 1));
    }
}
