package dev.carillon.benchmarks.trigger;

/** How late ticks may be seen, in milliseconds, with and without a busy collector. */
final class PunctualBounds {
    static final double P50_AT_1000 = 8;
    static final double P99_AT_1000 = 25;
    static final double P99_AT_10000 = 60;
    static final double LAST_OF_10000 = 200;
    static final double LAST_OF_100000 = 1_500;

    private PunctualBounds() {}
}
