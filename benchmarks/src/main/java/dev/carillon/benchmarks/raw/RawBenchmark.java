package dev.carillon.benchmarks.raw;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * {@code benchmarks/run raw}: the rates of plain clients with whole tasks as records. Every other benchmark measures
 * its own raw limit again, by the same means.
 */
public final class RawBenchmark implements Benchmark {
    private static final int RECORDS = 300_000;
    private static final int LEAST_RECORDS = 5_000;
    private static final int LOW_RATE_RECORDS = 300;
    private static final int WARM_UP_SHARE = 5;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final List<Duration> COMMIT_EVERY =
            List.of(Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofMillis(300));

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_RECORDS, (int) (RECORDS * scale));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            TopicNames names = bed.makeTopics("raw", "default");
            KafkaRawLimit limit = new KafkaRawLimit(bed);
            List<ProducerRecord<byte[], byte[]>> records = Prepared.ticks(names, count, SampleSchedules::everyMinute);
            report.note("records", Integer.toString(count));
            report.note("bytesOfKeyAndValue", Long.toString(Math.round(Prepared.averageBytes(records))));
            limit.transactional(Setting.ALL.get(0), records.subList(0, count / WARM_UP_SHARE));
            best(report, "producerRecordsPerSecond", Setting.ALL, setting -> limit.producer(setting, records));
            best(
                    report,
                    "transactionalRecordsPerSecond",
                    Setting.ALL,
                    setting -> limit.transactional(setting, records));
            best(
                    report,
                    "transactionalRecordsPerSecondAt5000",
                    Setting.withAtOnce(Setting.ALL.get(0).atOnce()),
                    setting -> limit.transactional(setting, records));
            readers(limit, names, records, report);
            lowRate(limit, records.subList(0, Math.max(20, (int) (LOW_RATE_RECORDS * Math.min(1, scale)))), report);
        }
    }

    private static void readers(
            KafkaRawLimit limit, TopicNames names, List<ProducerRecord<byte[], byte[]>> records, Report report) {
        String from = names.tasks("default", Priority.HIGH);
        String to = names.tasks("default", Priority.LOW);
        int count = records.size();
        limit.transactional(Setting.ALL.get(1), Prepared.in(from, records));
        best(
                report,
                "consumerRecordsPerSecond",
                List.of(500, 5_000, 20_000),
                atOnce -> limit.consumer(from, count, atOnce));
        best(
                report,
                "consumeProcessProduceRecordsPerSecond",
                COMMIT_EVERY,
                every -> limit.consumeProcessProduce(Setting.ALL.get(0), from, to, count, every));
    }

    private static void lowRate(KafkaRawLimit limit, List<ProducerRecord<byte[], byte[]>> records, Report report)
            throws InterruptedException {
        Samples best = null;
        for (int linger : new int[] {0, 2, 5}) {
            Samples found = limit.lowRate(new Setting(linger, Setting.ALL.get(0).batchBytes(), 1), records);
            if (best == null || found.percentile(P50) < best.percentile(P50)) {
                best = found;
                report.note("best of lowRate", "linger " + linger + " ms");
            }
        }
        if (best != null) {
            report.figure("lowRateP50Millis", best.percentile(P50));
            report.figure("lowRateP99Millis", best.percentile(P99));
        }
    }

    /** Reports the best of several settings as the limit, and which one it was. */
    private static <S> void best(Report report, String figure, List<S> settings, ToDoubleFunction<S> measured) {
        double best = 0;
        for (S setting : settings) {
            double found = measured.applyAsDouble(setting);
            if (found > best) {
                best = found;
                report.note("best of " + figure, setting.toString());
            }
        }
        report.figure(figure, best);
    }
}
