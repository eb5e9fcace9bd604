package dev.carillon.benchmarks.history;

/** Time by the machine's monotonic clock. */
final class Seconds {
    private static final double NANOS = 1e9;

    private Seconds() {}

    static double since(long nanoTime) {
        return (System.nanoTime() - nanoTime) / NANOS;
    }
}
