package dev.carillon.insight.cluster;

import java.time.Duration;

/**
 * The distribution of any number of durations in a few kilobytes. Its buckets grow by two percent, so that a quantile
 * is at most one percent off; durations below a tenth of a millisecond count as zero.
 */
public final class DurationHistogram {
    /** The largest relative error of a quantile. */
    public static final double ERROR = 0.01;

    private static final double GROWTH = Math.log((1 + ERROR) / (1 - ERROR));
    private static final double SMALLEST_MICROS = 100;
    /** Longer durations count as this; no record is kept for that long. */
    private static final Duration LONGEST = Duration.ofDays(30);

    private static final int BUCKETS = 1 + (int) Math.ceil(Math.log(micros(LONGEST) / SMALLEST_MICROS) / GROWTH);

    private final long[] counts = new long[BUCKETS];
    private long count;

    public void add(Duration duration) {
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        counts[bucketOf(micros(bounded))]++;
        count++;
    }

    private static double micros(Duration duration) {
        return duration.isNegative() ? 0 : duration.toNanos() / 1_000.0;
    }

    public long count() {
        return count;
    }

    /** The duration that this share of all durations does not exceed; zero if there are none. */
    public Duration quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long below = 0;
        for (int i = 0; i < BUCKETS && count > 0; i++) {
            below += counts[i];
            if (below >= rank) {
                return i == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(middleOf(i) * 1_000));
            }
        }
        return Duration.ZERO;
    }

    private static int bucketOf(double micros) {
        if (micros <= SMALLEST_MICROS) {
            return 0;
        }
        return Math.min(BUCKETS - 1, (int) Math.ceil(Math.log(micros / SMALLEST_MICROS) / GROWTH));
    }

    /** The value with the same relative distance to both ends of the bucket. */
    private static double middleOf(int number) {
        double upper = SMALLEST_MICROS * Math.exp(number * GROWTH);
        return upper * (1 - ERROR);
    }
}
