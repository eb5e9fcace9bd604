package dev.carillon.worker.control;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys that were cancelled within the retention of {@code control}. Not safe for use by several threads. */
public final class Cancellations {
    /** A task outlives its topic's retention nowhere, so older cancellations can't meet one. */
    static final Duration KEPT = Duration.ofDays(7);

    private final int limit;
    private final Map<String, Instant> keys = new LinkedHashMap<>();

    public Cancellations(int limit) {
        this.limit = limit;
    }

    /** Takes a key in; returns how many younger ones than are kept had to be forgotten for want of room. */
    public int add(String key, Instant at) {
        keys.remove(key);
        keys.put(key, at);
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

    public boolean contains(String key) {
        return keys.containsKey(key);
    }

    public int size() {
        return keys.size();
    }
}
