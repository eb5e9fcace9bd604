package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.frame.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * For each second: how many of the schedules have ticked, when the broker appended the ticks and when a consumer saw
 * them. Every schedule fires every second; spans of seconds are {@code (from, to]}.
 */
final class TickBook {
    private static final double NANOS_A_MILLI = 1e6;

    private final TreeMap<Instant, Second> seconds = new TreeMap<>();
    /** When the first record of each append time was seen. */
    private final TreeMap<Instant, Instant> appends = new TreeMap<>();

    private final int schedules;
    private long doubled;

    /** The ticks of one second. */
    private static final class Second {
        private final BitSet seen = new BitSet();
        private Instant lastVisible = Instant.MIN;
        /** Milliseconds from the instant until each tick of it was seen. */
        private final Samples visible = new Samples();
    }

    TickBook(int schedules) {
        this.schedules = schedules;
    }

    void add(int schedule, Instant nominal, Instant appended, Instant visible) {
        Second second = seconds.computeIfAbsent(nominal, instant -> new Second());
        doubled += second.seen.get(schedule) ? 1 : 0;
        second.seen.set(schedule);
        second.lastVisible = visible.isAfter(second.lastVisible) ? visible : second.lastVisible;
        second.visible.add(Duration.between(nominal, visible).toNanos() / NANOS_A_MILLI);
        appends.putIfAbsent(appended, visible);
    }

    long doubled() {
        return doubled;
    }

    /** The end of the unbroken run of seconds, begun after that instant, in each of which every schedule has ticked. */
    Instant completeSince(Instant from) {
        Instant at = from;
        while (missing(at.plusSeconds(1)) == 0) {
            at = at.plusSeconds(1);
        }
        return at;
    }

    private int missing(Instant second) {
        Second found = seconds.get(second);
        return schedules - (found == null ? 0 : found.seen.cardinality());
    }

    /** Ticks that never came. */
    long lost(Instant from, Instant to) {
        long lost = 0;
        for (Instant at = from.plusSeconds(1); !at.isAfter(to); at = at.plusSeconds(1)) {
            lost += missing(at);
        }
        return lost;
    }

    /**
     * When a read_committed consumer saw the first tick that the broker appended after that instant; {@link
     * Instant#MAX} if there is none yet.
     */
    Instant firstAfter(Instant instant) {
        Map.Entry<Instant, Instant> first = appends.higherEntry(instant);
        return first == null ? Instant.MAX : first.getValue();
    }

    /** How many milliseconds late a read_committed consumer saw the latest tick; infinite if one never came. */
    double latest(Instant from, Instant to) {
        if (lost(from, to) > 0) {
            return Double.POSITIVE_INFINITY;
        }
        Duration latest = Duration.ZERO;
        for (Map.Entry<Instant, Second> second :
                seconds.subMap(from, false, to, true).entrySet()) {
            Duration late = Duration.between(second.getKey(), second.getValue().lastVisible);
            latest = late.compareTo(latest) > 0 ? late : latest;
        }
        return (double) latest.toMillis();
    }
}
