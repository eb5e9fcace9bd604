package dev.carillon.benchmarks.collect;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaCollector;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;

/** {@code benchmarks/run collect}: one collector in a process of its own, set up as {@code carillon run} does. */
public final class CollectBenchmark implements Benchmark {
    private static final int SETTLED = 6_000_000;
    private static final int FOR_THE_LEDGER = 1_000_000;
    private static final int LEAST = 20_000;
    /** Every tenth result fails. */
    private static final int FAILING_EACH = 10;

    private static final int WARM_UP_SHARE = 4;
    private static final double SETTLED_PER_SECOND = 500_000;
    private static final double LEDGER_PER_SECOND = 80_000;
    private static final double RELEASED_P50 = 60;
    private static final double RELEASED_P99 = 150;
    private static final int RELEASES = 2_000;
    private static final int RELEASES_TO_WARM_UP = 500;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final double NANOS = 1e9;
    private static final long LOOK_MILLIS = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            int settled = Math.max(LEAST, (int) (SETTLED * scale));
            report.note("settledResults", Integer.toString(settled));
            passed(bed, dir, "settled", settled, 0, report, true);
            int ledger = Math.max(LEAST, (int) (FOR_THE_LEDGER * scale));
            report.note("resultsForTheLedger", Integer.toString(ledger));
            passed(bed, dir, "ledger", ledger, FAILING_EACH, report, false);
            released(bed, dir, Math.max(100, (int) (RELEASES * scale)), report);
        }
    }

    /** Results a second, from when a quarter has been read until all have. */
    private static void passed(
            KafkaTestBed bed, Path dir, String namespace, int count, int failingEach, Report report, boolean settled)
            throws Exception {
        TopicNames names = bed.makeTopics(namespace, "default");
        try (KafkaProducer<byte[], byte[]> producer = bed.clients().producer("results-" + namespace)) {
            new KafkaResults(names).write(producer, count, settled, failingEach);
        }
        if (settled) {
            report.figure("rawConsumerPerSecond", rawConsumer(bed, names, count));
        }
        try (KafkaCollector collector = new KafkaCollector(bed, names, dir)) {
            collector.awaitReady();
            awaitTaken(collector, count / WARM_UP_SHARE);
            long first = collector.taken();
            long began = System.nanoTime();
            awaitTaken(collector, count);
            double rate = (count - first) * NANOS / (System.nanoTime() - began);
            report.atLeast(namespace + "ResultsPerSecond", rate, settled ? SETTLED_PER_SECOND : LEDGER_PER_SECOND);
        }
    }

    private static double rawConsumer(KafkaTestBed bed, TopicNames names, int count) {
        try (KafkaConsumer<byte[], byte[]> consumer =
                bed.clients().consumer("raw-results", Map.of("max.poll.records", 2_000))) {
            KafkaReleases.assignFromStart(consumer, names.results());
            long began = System.nanoTime();
            int read = 0;
            while (read < count) {
                read += consumer.poll(Duration.ofMillis(100)).count();
            }
            return count * NANOS / (System.nanoTime() - began);
        }
    }

    private static void awaitTaken(KafkaCollector collector, long count) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (collector.taken() < count) {
            if (System.nanoTime() > end) {
                throw new IOException("only " + collector.taken() + " of " + count + " results were taken");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** A hundred failures a second, each to retry at once: the time from when one is visible until its retry is. */
    private static void released(KafkaTestBed bed, Path dir, int count, Report report) throws Exception {
        TopicNames names = bed.makeTopics("released", "default");
        try (KafkaCollector collector = new KafkaCollector(bed, names, dir);
                KafkaReleases releases = new KafkaReleases(bed, names);
                KafkaProducer<byte[], byte[]> producer = bed.clients().producer("failures")) {
            collector.awaitReady();
            KafkaResults results = new KafkaResults(names);
            releases.fail(producer, results, RELEASES_TO_WARM_UP);
            Samples millis = releases.fail(producer, results, count);
            report.atMost("failureToReleaseP50Millis", millis.percentile(P50), RELEASED_P50);
            report.atMost("failureToReleaseP99Millis", millis.percentile(P99), RELEASED_P99);
            report.none("notReleased", count - millis.count());
        }
    }
}
