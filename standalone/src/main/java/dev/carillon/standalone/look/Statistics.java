package dev.carillon.standalone.look;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** What outcomes add up to. It keeps counts and sketches, never the outcomes: its size does not grow with them. */
public final class Statistics {
    private static final int HALF_A_SECOND = 500_000_000;

    private final Map<OutcomeStatus, Long> byStatus = new EnumMap<>(OutcomeStatus.class);
    private final Sketch took = new Sketch();
    private final Sketch late = new Sketch();
    private long skippedTicks;
    private long started;
    private long attempts;
    private long retried;
    private long unreadable;

    public Statistics() {
        for (OutcomeStatus status : OutcomeStatus.values()) {
            byStatus.put(status, 0L);
        }
    }

    public void add(Outcome outcome) {
        byStatus.merge(outcome.status(), 1L, Long::sum);
        SkippedRange range = outcome.skipped();
        if (outcome.status() == OutcomeStatus.SKIPPED) {
            skippedTicks += range == null ? 1 : range.count();
        }
        attempts += outcome.attempts();
        started += outcome.attempts() > 0 ? 1 : 0;
        retried += outcome.attempts() > 1 ? 1 : 0;
        Result last = outcome.last();
        if (last != null) {
            addTimes(outcome.key(), last.times(), outcome.attempts());
        }
    }

    private void addTimes(ExecutionKey key, Times times, int attempt) {
        Instant begun = times.started();
        Instant finished = times.finished();
        Instant scheduled = times.scheduled();
        if (begun != null && finished != null) {
            took.add(Duration.between(begun, finished));
        }
        // A retry is late because it was to wait, which says nothing of the scheduler.
        if (begun != null && scheduled != null && attempt == 1 && !isBackfilled(key, scheduled)) {
            late.add(Duration.between(scheduled, begun));
        }
    }

    /**
     * Whether it makes up for an instant that is long gone: its key is that instant and a fraction of a second, counted down
     * from a whole one. An outcome has no other sign of it.
     */
    private static boolean isBackfilled(ExecutionKey key, Instant scheduled) {
        Instant named = key.execTime().instant();
        return named.getNano() > HALF_A_SECOND
                && named.minusNanos(named.getNano()).equals(scheduled);
    }

    /** A record in the place of an outcome that is none. */
    public void addUnreadable() {
        unreadable++;
    }

    public long count(OutcomeStatus status) {
        return byStatus.getOrDefault(status, 0L);
    }

    /** All executions that have ended, each range of skipped ticks as one. */
    public long ended() {
        return byStatus.values().stream().mapToLong(Long::longValue).sum();
    }

    public long skippedTicks() {
        return skippedTicks;
    }

    public long unreadable() {
        return unreadable;
    }

    public long attempts() {
        return attempts;
    }

    /** Executions of which at least one attempt was made. */
    public long started() {
        return started;
    }

    /** Executions that needed more than one attempt. */
    public long retried() {
        return retried;
    }

    /** The share of successes among all that ran to an end of their own; not a number when none did. */
    public double successRate() {
        long own = count(OutcomeStatus.SUCCEEDED) + count(OutcomeStatus.FAILED);
        return own == 0 ? Double.NaN : (double) count(OutcomeStatus.SUCCEEDED) / own;
    }

    /** The share of executions with more than one attempt among all with one; not a number when there are none. */
    public double retryRate() {
        return started == 0 ? Double.NaN : (double) retried / started;
    }

    /** Ends per second over the period. */
    public double perSecond(Duration period) {
        double seconds = period.toMillis() / 1_000.0;
        return seconds <= 0 ? 0 : ended() / seconds;
    }

    /** From start to finish of the last attempts. */
    public Sketch took() {
        return took;
    }

    /** From when a first attempt was to start until it did. */
    public Sketch late() {
        return late;
    }
}
