package dev.carillon.collector.timer;

import dev.carillon.collector.ledger.Rows;
import dev.carillon.collector.ledger.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timers of one partition. */
public final class Timers {
    private static final long NONE = Long.MAX_VALUE;

    private final Table table;
    /** No timer is due before this. */
    private long firstDue;

    public Timers(Table table) {
        this.table = table;
        this.firstDue = first(table);
    }

    /** A timer that has fired. */
    public record Due(Instant at, String key) {}

    /** Sets a timer; what it holds is handed out with {@link #held}. */
    public void set(Instant due, String key, byte[] holds) {
        table.put(Rows.numbered(Rows.TIMERS, due.toEpochMilli(), key), holds);
        firstDue = Math.min(firstDue, due.toEpochMilli());
    }

    public byte @Nullable [] held(Instant due, String key) {
        return table.get(Rows.numbered(Rows.TIMERS, due.toEpochMilli(), key));
    }

    public void remove(Instant due, String key) {
        table.delete(Rows.numbered(Rows.TIMERS, due.toEpochMilli(), key));
    }

    /** The timers that are due, earliest first, at most so many; each has to be removed by whoever serves it. */
    public List<Due> due(Instant now, int atMost) {
        long until = now.toEpochMilli();
        List<Due> due = new ArrayList<>();
        if (firstDue > until) {
            return due;
        }
        long[] next = {NONE};
        table.walk(Rows.numbered(Rows.TIMERS, firstDue, ""), Rows.last(Rows.TIMERS), (row, value) -> {
            long at = Rows.number(row, Rows.TIMERS);
            if (at > until || due.size() >= atMost) {
                next[0] = at;
                return false;
            }
            due.add(new Due(Instant.ofEpochMilli(at), Rows.nameBehindNumber(row, Rows.TIMERS)));
            return true;
        });
        firstDue = next[0];
        return due;
    }

    /** The first timer, if it is due; nothing is served by looking. */
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

    private static long first(Table table) {
        long[] first = {NONE};
        table.walk(Rows.first(Rows.TIMERS), Rows.last(Rows.TIMERS), (row, value) -> {
            first[0] = Rows.number(row, Rows.TIMERS);
            return false;
        });
        return first[0];
    }
}
