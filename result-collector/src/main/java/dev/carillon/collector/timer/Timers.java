package dev.carillon.collector.timer;

import dev.carillon.collector.ledger.LedgerTable;
import dev.carillon.collector.ledger.RowNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timers of one partition. */
public final class Timers {
    private static final long NONE = Long.MAX_VALUE;

    private final LedgerTable table;
    /** No timer is due before this. */
    private long firstDue;

    public Timers(LedgerTable table) {
        this.table = table;
        this.firstDue = first(table);
    }

    /** A timer that has fired. */
    public record Due(Instant at, String key) {}

    /** Sets a timer; {@link #held} returns what it holds. */
    public void set(Instant due, String key, byte[] holds) {
        table.put(RowNames.numbered(RowNames.TIMERS, due.toEpochMilli(), key), holds);
        firstDue = Math.min(firstDue, due.toEpochMilli());
    }

    public byte @Nullable [] held(Instant due, String key) {
        return table.get(RowNames.numbered(RowNames.TIMERS, due.toEpochMilli(), key));
    }

    public void remove(Instant due, String key) {
        table.delete(RowNames.numbered(RowNames.TIMERS, due.toEpochMilli(), key));
    }

    /** The timers that are due, earliest first, at most {@code atMost}; the caller has to remove each of them. */
    public List<Due> due(Instant now, int atMost) {
        long until = now.toEpochMilli();
        List<Due> due = new ArrayList<>();
        if (firstDue > until) {
            return due;
        }
        long[] next = {NONE};
        table.walk(RowNames.numbered(RowNames.TIMERS, firstDue, ""), RowNames.last(RowNames.TIMERS), (row, value) -> {
            long at = RowNames.number(row, RowNames.TIMERS);
            if (at > until || due.size() >= atMost) {
                next[0] = at;
                return false;
            }
            due.add(new Due(Instant.ofEpochMilli(at), RowNames.nameBehindNumber(row, RowNames.TIMERS)));
            return true;
        });
        firstDue = next[0];
        return due;
    }

    /** The first timer, if it is due; the scan does not advance. */
    public List<Due> peek(Instant now) {
        long remembered = firstDue;
        List<Due> first = due(now, 1);
        firstDue = remembered;
        return first;
    }

    /** When the next timer may be due, never later than it is; null if there is none. */
    public @Nullable Instant next() {
        return firstDue == NONE ? null : Instant.ofEpochMilli(firstDue);
    }

    private static long first(LedgerTable table) {
        long[] first = {NONE};
        table.walk(RowNames.first(RowNames.TIMERS), RowNames.last(RowNames.TIMERS), (row, value) -> {
            first[0] = RowNames.number(row, RowNames.TIMERS);
            return false;
        });
        return first[0];
    }
}
