package dev.carillon.worker.offset;

import dev.carillon.worker.offset.Committer.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Settlements that are in no batch yet, in order. The size of a batch is halved when it may have been too large, and
 * grows again.
 */
final class SettledBacklog {
    private static final int MAX_BATCH_BYTES = 8 * 1024 * 1024;

    private final Deque<Settlement> pending = new ArrayDeque<>();
    private long bytes;
    private int limit = PendingSettlements.MAX_BATCH;
    private boolean unsendable;

    void add(Settlement settlement) {
        pending.addLast(settlement);
        bytes += settlement.bytes();
    }

    void addFirst(List<Settlement> settlements) {
        for (int i = settlements.size() - 1; i >= 0; i--) {
            pending.addFirst(settlements.get(i));
            bytes += settlements.get(i).bytes();
        }
    }

    int size() {
        return pending.size();
    }

    long bytes() {
        return bytes;
    }

    List<Settlement> take() {
        List<Settlement> taken = new ArrayList<>(Math.min(limit, pending.size()));
        long takenBytes = 0;
        while (!pending.isEmpty() && taken.size() < limit && takenBytes < MAX_BATCH_BYTES) {
            Settlement next = pending.removeFirst();
            taken.add(next);
            takenBytes += next.bytes();
        }
        bytes -= takenBytes;
        return taken;
    }

    List<Settlement> takeStale() {
        List<Settlement> stale = pending.stream().filter(Settlement::isStale).toList();
        pending.removeIf(Settlement::isStale);
        stale.forEach(settlement -> bytes -= settlement.bytes());
        return stale;
    }

    void succeeded() {
        limit = Math.min(PendingSettlements.MAX_BATCH, limit * 2);
        unsendable = false;
    }

    /** A size that may have been the reason of a failure is not tried again. */
    void failed(int size, Outcome outcome) {
        if (outcome != Outcome.IN_DOUBT) {
            limit = Math.max(1, size / 2);
        }
        unsendable = size == 1 && outcome == Outcome.TOO_LARGE;
    }

    /** Whether the batch that failed last was one settlement alone, and too large to be sent as it is. */
    boolean isUnsendable() {
        return unsendable;
    }
}
