package dev.carillon.client;

import dev.carillon.kit.record.OutgoingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Holds the records that are sent to topics in memory, until a test writes or refuses each of them. */
public final class HeldSends {
    private final MemoryRecordLog log;
    private final List<Held> all = new ArrayList<>();

    private record Held(OutgoingRecord record, CompletableFuture<Long> safe) {}

    public HeldSends(MemoryRecordLog log) {
        this.log = log;
        log.sendBy(this::hold);
    }

    private synchronized CompletableFuture<Long> hold(OutgoingRecord record) {
        Held held = new Held(record, new CompletableFuture<>());
        all.add(held);
        return held.safe();
    }

    /** How many records were sent, in all. */
    public synchronized int count() {
        return all.size();
    }

    private synchronized Held held(int number) {
        return all.get(number);
    }

    /** Appends a record and tells its sender. */
    public void write(int number) {
        Held held = held(number);
        held.safe().complete(log.append(held.record()));
    }

    /** Tells the sender of a record that it was not appended. */
    public void refuse(int number, RuntimeException failure) {
        held(number).safe().completeExceptionally(failure);
    }

    /** Appends all records that were neither written nor refused. */
    public void writeRest() {
        for (int number = 0; number < count(); number++) {
            if (!held(number).safe().isDone()) {
                write(number);
            }
        }
    }
}
