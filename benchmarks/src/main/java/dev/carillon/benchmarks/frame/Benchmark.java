package dev.carillon.benchmarks.frame;

import java.nio.file.Path;
import java.util.Set;

/** One benchmark. */
public interface Benchmark {
    /**
     * Measures, and reports.
     *
     * @param dir an empty directory, deleted afterwards
     * @param scale 1 for the size that its bounds are meant for
     */
    void run(Path dir, double scale, Report report) throws Exception;

    /** Options that only this one has, each with a value behind it. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Sets one of them.
     *
     * @throws IllegalArgumentException if the value is of no use, in words
     */
    default void set(String option, String value) {
        throw new IllegalArgumentException("there is no option " + option);
    }
}
