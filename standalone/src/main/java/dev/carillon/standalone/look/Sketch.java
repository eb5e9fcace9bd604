package dev.carillon.standalone.look;

import java.time.Duration;

/**
 * How durations are spread, in a few kilobytes whatever their number: counts by size classes that grow by two percent, so
 * that a quantile is at most one percent off. What is below a tenth of a millisecond counts as nothing.
 */
public final class Sketch {
    /** The most that a quantile differs from the true one, as a share of it. */
    public static final double ERROR = 0.01;

    private static final double GROWTH = Math.log((1 + ERROR) / (1 - ERROR));
    private static final double SMALLEST_MICROS = 100;
    /** Longer than anything is kept; what is said to have taken longer counts as this. */
    private static final Duration LONGEST = Duration.ofDays(30);

    private static final int CLASSES = 1 + (int) Math.ceil(Math.log(micros(LONGEST) / SMALLEST_MICROS) / GROWTH);

    private final long[] counts = new long[CLASSES];
    private long count;

    public void add(Duration duration) {
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        counts[classOf(micros(bounded))]++;
        count++;
    }

    private static double micros(Duration duration) {
        return duration.isNegative() ? 0 : duration.toNanos() / 1_000.0;
    }

    public long count() {
        return count;
    }

    /** The duration that so many of all do not exceed; zero when there are none. */
    public Duration quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long below = 0;
        for (int i = 0; i < CLASSES && count > 0; i++) {
            below += counts[i];
            if (below >= rank) {
                return i == 0 ? Duration.ZERO : Duration.ofNanos(Math.round(middleOf(i) * 1_000));
            }
        }
        return Duration.ZERO;
    }

    private static int classOf(double micros) {
        if (micros <= SMALLEST_MICROS) {
            return 0;
        }
        return Math.min(CLASSES - 1, (int) Math.ceil(Math.log(micros / SMALLEST_MICROS) / GROWTH));
    }

    /** The value from which both ends of the class are equally far in proportion. */
    private static double middleOf(int number) {
        double upper = SMALLEST_MICROS * Math.exp(number * GROWTH);
        return upper * (1 - ERROR);
    }
}
