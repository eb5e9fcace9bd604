package dev.carillon.worker.control;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys that were cancelled within the retention of {@code control}. Safe for use by several threads. */
public final class CancelledKeys {
    /** No task is kept for longer than its topic's retention, so an older cancellation can't concern one. */
    static final Duration KEPT = Duration.ofDays(7);

    private final int limit;
    private final Map<String, Instant> keys = new LinkedHashMap<>();
    private volatile boolean any;

    public CancelledKeys(int limit) {
        this.limit = limit;
    }

    /** Adds a key; returns how many keys were forgotten before their time, as there were too many. */
    public synchronized int add(String key, Instant at) {
        keys.remove(key);
        keys.put(key, at);
        any = true;
        return forget(at);
    }

    private int forget(Instant now) {
        int early = 0;
        Iterator<Instant> oldest = keys.values().iterator();
        while (oldest.hasNext()) {
            boolean old = oldest.next().plus(KEPT).isBefore(now);
            if (!old && keys.size() <= limit) {
                return early;
            }
            early += old ? 0 : 1;
            oldest.remove();
        }
        return early;
    }

    public boolean contains(ExecutionKey key) {
        // Called for every record, and mostly no key is cancelled.
        return any && contains(key.toString());
    }

    public synchronized boolean contains(String key) {
        return keys.containsKey(key);
    }

    public synchronized int size() {
        return keys.size();
    }
}
