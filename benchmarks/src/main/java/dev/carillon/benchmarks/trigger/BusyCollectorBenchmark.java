package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;

/**
 * {@code benchmarks/run busy-collector}: whether ticks are as punctual as {@code punctual} asks while a collector works
 * through results as fast as it can, on the same broker and the same processors.
 */
public final class BusyCollectorBenchmark implements Benchmark {
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final int SCHEDULES = 1_000;
    private static final int RAW_SECONDS = 15;
    private static final int SECONDS = 60;
    /** More than a collector gets through in the time. */
    private static final int RESULTS = 9_000_000;

    private static final int LEAST_RESULTS = 3_000_000;
    private static final double NANOS_A_SECOND = 1e9;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int results = Math.max(LEAST_RESULTS, (int) (RESULTS * scale));
        int rawSeconds = PunctualBenchmark.seconds(RAW_SECONDS, scale);
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            RawPunctual raw = new RawPunctual();
            raw(report, "rawP%MillisAlone", raw.measure(bed, bed.makeTopics("raw", "default"), SCHEDULES, rawSeconds));
            report.note("resultsBeforeTheCollector", Integer.toString(results));
            try (KafkaBusyCollector collector =
                    KafkaBusyCollector.start(bed, bed.makeTopics("busy", "default"), dir, results)) {
                TopicNames beside = bed.makeTopics("beside", "default");
                raw(report, "busyCollectorRawP%Millis", raw.measureAgain(bed, beside, SCHEDULES, rawSeconds));
                long before = collector.taken();
                long began = System.nanoTime();
                PunctualBenchmark.Found found = new PunctualBenchmark()
                        .eachSecond(bed, "ticking", SCHEDULES, PunctualBenchmark.seconds(SECONDS, scale));
                long after = collector.taken();
                report.figure(
                        "busyCollectorResultsPerSecond",
                        (after - before) / ((System.nanoTime() - began) / NANOS_A_SECOND));
                report.alwaysAtLeast("busyCollectorResultsLeft", (double) results - after, 1);
                report.atMost("busyCollectorTickP50Millis", found.lateness().percentile(P50), 8);
                report.atMost("busyCollectorTickP99Millis", found.lateness().percentile(P99), 25);
                report.figure("busyCollectorTickMaxMillis", found.lateness().percentile(1));
                report.figure("busyCollectorTransactionMeanMillis", found.transactionMillis());
                PunctualBenchmark.none(report, "BesideACollector", found);
            }
        }
    }

    private static void raw(Report report, String name, Samples raw) {
        report.figure(name.replace("%", "50"), raw.percentile(P50));
        report.figure(name.replace("%", "99"), raw.percentile(P99));
    }
}
