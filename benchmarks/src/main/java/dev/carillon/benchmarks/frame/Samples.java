package dev.carillon.benchmarks.frame;

import java.util.Arrays;

/** Many measurements of one thing. */
public final class Samples {
    private double[] values = new double[1_024];
    private int count;

    /** Adds one; from any thread. */
    public synchronized void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    /** The value that a share of all does not exceed; NaN without samples, which breaks any bound. */
    public synchronized double percentile(double share) {
        if (count == 0) {
            return Double.NaN;
        }
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(count * share) - 1)];
    }

    /** Adds all samples of another. */
    public void addAll(Samples other) {
        for (double value : other.copy()) {
            add(value);
        }
    }

    private synchronized double[] copy() {
        return Arrays.copyOf(values, count);
    }

    /** How many samples lie below a value. */
    public synchronized long below(double limit) {
        return Arrays.stream(values, 0, count).filter(value -> value < limit).count();
    }

    public synchronized int count() {
        return count;
    }
}
