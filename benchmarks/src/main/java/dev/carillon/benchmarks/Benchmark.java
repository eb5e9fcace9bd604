package dev.carillon.benchmarks;

import java.nio.file.Path;

/** One benchmark. */
public interface Benchmark {
    /**
     * Measures, and reports.
     *
     * @param dir an empty directory, deleted afterwards
     * @param scale 1 for the size that its bounds are meant for
     */
    void run(Path dir, double scale, Report report) throws Exception;
}
