package dev.carillon.worker.dedup;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.TaskPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The attempts met within the window, running and finished alike. An attempt is known by the record that brought it: the
 * same record read again (after a rebalance or an aborted commit) is no duplicate, and neither is a later delivery of an
 * attempt that was handed back. Not safe for use by several threads.
 */
public final class DedupWindow {
    private static final int TABLES = 16;
    /** Stands for the position of a record that is done for good and can't come again. */
    private static final long ELSEWHERE = 0;

    private final Duration age;
    private final int tableSize;
    private final Deque<SeenTable> tables = new ArrayDeque<>();

    public DedupWindow(Duration age, int maxKeys) {
        this.age = age;
        this.tableSize = Math.max(1, maxKeys / TABLES);
    }

    public boolean isDuplicate(ExecutionKey key, int attempt, int delivery, TaskPosition position, Instant now) {
        forgetOld(now);
        AttemptHash hash = AttemptHash.of(key, attempt);
        for (SeenTable table : tables) {
            int slot = table.find(hash);
            if (slot >= 0) {
                return !table.isTakenOut(slot)
                        && table.positionAt(slot) != AttemptHash.of(position)
                        && delivery <= table.deliveryAt(slot);
            }
        }
        return false;
    }

    public void met(ExecutionKey key, int attempt, int delivery, TaskPosition position, Instant now) {
        forgetOld(now);
        AttemptHash hash = AttemptHash.of(key, attempt);
        newestTable(now).put(hash, AttemptHash.of(position), delivery, now);
    }

    /** Applies what results say of an attempt, made here or elsewhere; what this worker has met itself it knows better. */
    public void remember(Memory memory, Instant now) {
        AttemptHash hash = AttemptHash.of(memory.key(), memory.attempt());
        for (SeenTable table : tables) {
            int slot = table.find(hash);
            if (slot >= 0) {
                if (memory.handedBack() && table.positionAt(slot) == ELSEWHERE) {
                    table.takeOut(slot);
                } else if (table.isTakenOut(slot) && !memory.handedBack()) {
                    table.put(hash, ELSEWHERE, memory.delivery(), now);
                }
                return;
            }
        }
        if (!memory.handedBack()) {
            newestTable(now).put(hash, ELSEWHERE, memory.delivery(), now);
        }
    }

    /** It was handed back, or moved elsewhere before it ran: whoever brings it next is welcome. */
    public void takeOut(ExecutionKey key, int attempt) {
        AttemptHash hash = AttemptHash.of(key, attempt);
        for (SeenTable table : tables) {
            int slot = table.find(hash);
            if (slot >= 0) {
                table.takeOut(slot);
            }
        }
    }

    public int size() {
        return tables.stream().mapToInt(SeenTable::size).sum();
    }

    /** How far back the window reaches really. */
    public Duration reach(Instant now) {
        return tables.isEmpty()
                ? Duration.ZERO
                : Duration.between(tables.getLast().since(), now);
    }

    private SeenTable newestTable(Instant now) {
        SeenTable newest = tables.peekFirst();
        boolean full = newest != null && newest.size() >= tableSize;
        boolean old =
                newest != null && newest.since().plus(age.dividedBy(TABLES)).isBefore(now);
        if (newest == null || full || old) {
            newest = new SeenTable(now);
            tables.addFirst(newest);
        }
        while (tables.size() > TABLES + 1) {
            tables.removeLast();
        }
        return newest;
    }

    private void forgetOld(Instant now) {
        while (!tables.isEmpty() && tables.getLast().newest().plus(age).isBefore(now)) {
            tables.removeLast();
        }
    }
}
