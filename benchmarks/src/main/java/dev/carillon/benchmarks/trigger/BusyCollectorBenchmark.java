package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaCollector;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;

/**
 * {@code benchmarks/run busy-collector}: whether ticks keep the bounds of {@code punctual} while a collector reads
 * results as fast as it can, on the same broker and the same processors.
 */
public final class BusyCollectorBenchmark implements Benchmark {
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final int SCHEDULES = 1_000;
    private static final int MANY = 10_000;
    private static final int VERY_MANY = 100_000;
    private static final int RAW_SECONDS = 15;
    private static final int SECONDS = 60;
    private static final int SECONDS_OF_MANY = 30;
    /** More than a collector can read in the time. */
    private static final int RESULTS = 75_000_000;

    private static final int LEAST_RESULTS = 7_000_000;
    private static final double NANOS_A_SECOND = 1e9;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int results = Math.max(LEAST_RESULTS, (int) (RESULTS * scale));
        int rawSeconds = PunctualBenchmark.seconds(RAW_SECONDS, scale);
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            RawPunctual raw = new RawPunctual();
            raw(report, "rawP%MillisAlone", raw.measure(bed, bed.makeTopics("raw", "default"), SCHEDULES, rawSeconds));
            report.note("resultsBeforeTheCollector", Integer.toString(results));
            // In the collector's own namespace, so that its transactions can delay readers of the ticks.
            TopicNames busy = bed.makeTopics("busy", "default");
            try (KafkaCollector collector = KafkaBusyCollector.start(bed, busy, dir, results)) {
                TopicNames beside = bed.makeTopics("beside", "default");
                raw(report, "busyCollectorRawP%Millis", raw.measureAgain(bed, beside, SCHEDULES, rawSeconds));
                long before = collector.taken();
                long began = System.nanoTime();
                ticks(bed, busy.namespace(), scale, report);
                long after = collector.taken();
                report.figure(
                        "busyCollectorResultsPerSecond",
                        (after - before) / ((System.nanoTime() - began) / NANOS_A_SECOND));
                report.alwaysAtLeast("busyCollectorResultsLeft", (double) results - after, 1);
            }
        }
    }

    /** Reports all figures of {@code punctual}, with the same bounds. */
    private static void ticks(KafkaTestBed bed, String namespace, double scale, Report report) throws Exception {
        PunctualBenchmark punctual = new PunctualBenchmark();
        PunctualBenchmark.Found each =
                punctual.eachSecond(bed, namespace, SCHEDULES, PunctualBenchmark.seconds(SECONDS, scale));
        report.atMost("busyCollectorTickP50Millis", each.lateness().percentile(P50), PunctualBounds.P50_AT_1000);
        report.atMost("busyCollectorTickP99Millis", each.lateness().percentile(P99), PunctualBounds.P99_AT_1000);
        report.figure("busyCollectorTickMaxMillis", each.lateness().percentile(1));
        report.figure("busyCollectorTransactionMeanMillis", each.transactionMillis());
        PunctualBenchmark.none(report, "BesideACollector", each);
        PunctualBenchmark.Found many =
                punctual.eachSecond(bed, namespace, MANY, PunctualBenchmark.seconds(SECONDS_OF_MANY, scale));
        report.atMost(
                "busyCollectorTickP99MillisAt10000", many.lateness().percentile(P99), PunctualBounds.P99_AT_10000);
        PunctualBenchmark.none(report, "BesideACollectorAt10000", many);
        PunctualBenchmark.Found burst = punctual.once(bed, namespace, MANY);
        report.alwaysAtMost(
                "busyCollectorLastMillisOf10000AtOnce", burst.lateness().percentile(1), PunctualBounds.LAST_OF_10000);
        PunctualBenchmark.none(report, "BesideACollectorOf10000AtOnce", burst);
        PunctualBenchmark.Found large = punctual.once(bed, namespace, VERY_MANY);
        report.alwaysAtMost(
                "busyCollectorLastMillisOf100000AtOnce", large.lateness().percentile(1), PunctualBounds.LAST_OF_100000);
        PunctualBenchmark.none(report, "BesideACollectorOf100000AtOnce", large);
    }

    private static void raw(Report report, String name, Samples raw) {
        report.figure(name.replace("%", "50"), raw.percentile(P50));
        report.figure(name.replace("%", "99"), raw.percentile(P99));
    }
}
