package dev.carillon.insight.cluster;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/** Adds up outcomes. It keeps only counts and histograms, so its size does not grow with their number. */
public final class OutcomeStatistics {
    private static final int HALF_A_SECOND = 500_000_000;

    private final Map<OutcomeStatus, Long> byStatus = new EnumMap<>(OutcomeStatus.class);
    private final DurationHistogram took = new DurationHistogram();
    private final DurationHistogram late = new DurationHistogram();
    private long skippedTicks;
    private long started;
    private long attempts;
    private long retried;
    private long unreadable;

    public OutcomeStatistics() {
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

    private void addTimes(ExecutionKey key, AttemptTimes times, int attempt) {
        Instant begun = times.started();
        Instant finished = times.finished();
        Instant scheduled = times.scheduled();
        if (begun != null && finished != null) {
            took.add(Duration.between(begun, finished));
        }
        // A retry starts late on purpose, so only first attempts measure the lateness of the scheduler.
        if (begun != null && scheduled != null && attempt == 1 && !isBackfilled(key, scheduled)) {
            late.add(Duration.between(scheduled, begun));
        }
    }

    /**
     * Whether the execution belongs to a backfill: its key is the instant that it makes up for, plus a fraction counted
     * down from a whole second. An outcome has no other sign of it.
     */
    private static boolean isBackfilled(ExecutionKey key, Instant scheduled) {
        Instant named = key.execTime().instant();
        return named.getNano() > HALF_A_SECOND
                && named.minusNanos(named.getNano()).equals(scheduled);
    }

    /** Counts a record that should be an outcome and can't be read. */
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

    /** Executions with at least one attempt. */
    public long started() {
        return started;
    }

    /** Executions that needed more than one attempt. */
    public long retried() {
        return retried;
    }

    /** The share of successes among all executions that succeeded or failed; not a number if there are none. */
    public double successRate() {
        long completed = count(OutcomeStatus.SUCCEEDED) + count(OutcomeStatus.FAILED);
        return completed == 0 ? Double.NaN : (double) count(OutcomeStatus.SUCCEEDED) / completed;
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

    /** From the start to the finish of last attempts. */
    public DurationHistogram took() {
        return took;
    }

    /** From the scheduled to the actual start of first attempts. */
    public DurationHistogram late() {
        return late;
    }
}
