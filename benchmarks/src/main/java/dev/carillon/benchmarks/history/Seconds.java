package dev.carillon.benchmarks.history;

import java.lang.management.ManagementFactory;

/** Time by the machine's monotonic clock. */
final class Seconds {
    private static final double NANOS = 1e9;

    private Seconds() {}

    /** Processor time of this thread. */
    static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    static double since(long nanoTime) {
        return (System.nanoTime() - nanoTime) / NANOS;
    }
}
