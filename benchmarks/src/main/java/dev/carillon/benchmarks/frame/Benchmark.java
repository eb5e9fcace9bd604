package dev.carillon.benchmarks.frame;

import java.nio.file.Path;
import java.util.Set;

/** One benchmark. */
public interface Benchmark {
    /**
     * Measures, and reports the figures.
     *
     * @param dir an empty directory, deleted afterwards
     * @param scale 1 for the size that its bounds are meant for
     */
    void run(Path dir, double scale, Report report) throws Exception;

    /** Options of this benchmark alone, each with a value after it. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Sets one of these options.
     *
     * @throws IllegalArgumentException if the value can't be used; the message says why
     */
    default void set(String option, String value) {
        throw new IllegalArgumentException("there is no option " + option);
    }
}
