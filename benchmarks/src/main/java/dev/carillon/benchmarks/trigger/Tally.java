package dev.carillon.benchmarks.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Ticks by name: which of the schedules {@code report-0} and so on has ticked at which instant. */
final class Tally {
    private final Map<String, BitSet> byInstant = new HashMap<>();
    private final int schedules;
    private long doubled;
    private long records;
    private long bytes;

    Tally(int schedules) {
        this.schedules = schedules;
    }

    /** Adds a tick with its key and the number of bytes of key and value. */
    void add(String key, int size) {
        records++;
        bytes += size;
        int colon = key.indexOf(':');
        int schedule = Integer.parseInt(key, key.indexOf('-') + 1, colon, 10);
        BitSet seen = byInstant.computeIfAbsent(key.substring(colon + 1), instant -> new BitSet(schedules));
        doubled += seen.get(schedule) ? 1 : 0;
        seen.set(schedule);
    }

    /** Bytes of keys and values, on average. */
    double averageBytes() {
        return (double) bytes / records;
    }

    /** How many ticks came more than once. */
    long doubled() {
        return doubled;
    }

    /** How many ticks are missing that were due at one of these instants, the last one included. */
    long missing(Instant first, Instant last, Duration every) {
        long missing = 0;
        for (Instant at = first; !at.isAfter(last); at = at.plus(every)) {
            BitSet seen = byInstant.get(at.toString());
            missing += schedules - (seen == null ? 0 : seen.cardinality());
        }
        return missing;
    }
}
