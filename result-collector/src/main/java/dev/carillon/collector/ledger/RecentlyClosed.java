package dev.carillon.collector.ledger;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executions that closed within the last hour. They lie in drawers of half an hour, so that forgetting is the
 * emptying of old drawers and remembering is one row.
 */
public final class RecentlyClosed {
    private static final long DRAWER_MILLIS = Duration.ofMinutes(30).toMillis();
    /** The present drawer, the one before, and the one that an hour ago may have lain in. */
    private static final int DRAWERS = (int) (Closed.WINDOW.toMillis() / DRAWER_MILLIS) + 1;
    /** How many rows one round of forgetting takes at most. */
    private static final int CHUNK = 1_000;

    private final Table table;
    private final long limit;
    private long size;
    private long oldestDrawer;

    /** The memory in a table; at most so many are kept, the oldest half hour going first. */
    public RecentlyClosed(Table table, long limit) {
        this.table = table;
        this.limit = limit;
        this.oldestDrawer = Long.MAX_VALUE;
        table.walk(Rows.first(Rows.CLOSED), Rows.last(Rows.CLOSED), (row, value) -> {
            size++;
            oldestDrawer = Math.min(oldestDrawer, Rows.number(row, Rows.CLOSED));
            return true;
        });
    }

    public void add(String key, Closed closed, Instant closedAt) {
        long drawer = drawer(closedAt);
        byte[] value = ByteBuffer.allocate(Long.BYTES)
                .putLong(closed.since().toEpochMilli())
                .array();
        table.put(Rows.numbered(Rows.CLOSED, drawer, key), value);
        size++;
        oldestDrawer = Math.min(oldestDrawer, drawer);
    }

    public @Nullable Closed find(String key, Instant now) {
        long newest = drawer(now);
        // One drawer ahead as well: append times of a moment ago may lie behind ours.
        for (long drawer = newest + 1; drawer > newest - DRAWERS; drawer--) {
            if (size == 0 || drawer < oldestDrawer) {
                return null;
            }
            byte[] value = table.get(Rows.numbered(Rows.CLOSED, drawer, key));
            if (value != null) {
                return new Closed(Instant.ofEpochMilli(ByteBuffer.wrap(value).getLong()));
            }
        }
        return null;
    }

    /** Whether {@link #forget} would find something. */
    public boolean canForget(Instant now) {
        return size > limit || (size > 0 && oldestDrawer <= drawer(now) - DRAWERS);
    }

    /** When the oldest drawer will be emptied, or null if there is none. */
    public @Nullable Instant forgetsNext() {
        return size == 0 ? null : Instant.ofEpochMilli((oldestDrawer + DRAWERS) * DRAWER_MILLIS);
    }

    /** Drops one chunk of what is too old or too much. */
    public void forget(Instant now) {
        long upTo = drawer(now) - DRAWERS;
        long tooMany = size - limit;
        List<byte[]> old = new ArrayList<>();
        oldestDrawer = Long.MAX_VALUE;
        table.walk(Rows.first(Rows.CLOSED), Rows.last(Rows.CLOSED), (row, value) -> {
            long drawer = Rows.number(row, Rows.CLOSED);
            if (old.size() < CHUNK && (drawer <= upTo || old.size() < tooMany)) {
                old.add(row);
                return true;
            }
            oldestDrawer = drawer;
            return false;
        });
        old.forEach(table::delete);
        size -= old.size();
    }

    public long size() {
        return size;
    }

    private static long drawer(Instant instant) {
        return Math.max(0, instant.toEpochMilli() / DRAWER_MILLIS);
    }
}
