package dev.carillon.benchmarks.routing;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** All executions that a worker has started. Any thread may add to it. */
final class Rung {
    private static final double NANOS_A_MILLI = 1e6;

    private final Map<String, Ring> byKey = new ConcurrentHashMap<>();
    private final AtomicLong doubled = new AtomicLong();

    /**
     * One execution.
     *
     * @param waited from its instant until it started, in milliseconds
     */
    record Ring(int worker, Instant nominal, double waited) {}

    void begun(int worker, String key, Instant nominal, Instant now) {
        double waited = (now.getEpochSecond() - nominal.getEpochSecond()) * 1e3
                + (now.getNano() - nominal.getNano()) / NANOS_A_MILLI;
        if (byKey.putIfAbsent(key, new Ring(worker, nominal, waited)) != null) {
            doubled.incrementAndGet();
        }
    }

    @Nullable
    Ring of(String key) {
        return byKey.get(key);
    }

    int count() {
        return byKey.size();
    }

    long doubled() {
        return doubled.get();
    }
}
