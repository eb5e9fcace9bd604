package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.frame.Turns;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.raw.KafkaRawLimit;
import dev.carillon.benchmarks.raw.Setting;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.file.Path;
import java.time.Duration;

/**
 * {@code benchmarks/run work}: one worker alone whose handlers do nothing, beside a plain client that reads tasks and
 * writes each to another topic, exactly once.
 */
public final class WorkBenchmark implements Benchmark {
    private static final int TASKS = 400_000;
    private static final int LEAST_TASKS = 5_000;
    private static final int WARM_UPS = 4;
    private static final int TURNS = 3;
    private static final double SHARE_OF_RAW = 0.2;
    private static final Duration RAW_COMMIT_EVERY = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int LATENCIES = 2_000;
    private static final double START_P50 = 3;
    private static final double START_P99 = 15;
    private static final double OUTCOME_P50 = 12;
    private static final double OUTCOME_P99 = 40;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final double NANOS = 1e9;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_TASKS, (int) (TASKS * scale));
        report.note("tasks", Integer.toString(count));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            throughput(bed, dir, count, report);
            latency(bed, dir, Math.max(200, (int) (LATENCIES * Math.min(1, scale))), report);
        }
    }

    private static void throughput(KafkaTestBed bed, Path dir, int count, Report report) throws Exception {
        TopicNames raw = bed.makeTopics("raw", "default");
        try (KafkaBacklog backlog = KafkaBacklog.write(bed, raw, "raw", count)) {
            backlog.show();
        }
        KafkaRawLimit limit = new KafkaRawLimit(bed);
        try (PipelineStage stage = PipelineStage.empty(dir, bed, "work");
                KafkaOutcomeReader reader = new KafkaOutcomeReader(bed, stage.names())) {
            stage.startWorkers(1, PipelineBenchmark.WIDE);
            for (int i = 0; i < WARM_UPS; i++) {
                passThrough(raw, limit, count);
                worked(stage, reader, "warm" + i, count, report);
            }
            int[] turn = {0};
            Turns turns = Turns.take(
                    TURNS,
                    () -> passThrough(raw, limit, count),
                    () -> worked(stage, reader, "turn" + turn[0]++, count, report));
            report.figure("workedPerSecond", turns.judgedMedian());
            report.figure("rawConsumeProcessProducePerSecond", turns.limitMedian());
            report.atLeast("shareOfRaw", turns.share(), SHARE_OF_RAW);
        }
    }

    private static double passThrough(TopicNames raw, KafkaRawLimit limit, int count) {
        return limit.consumeProcessProduce(
                Setting.ALL.get(0),
                raw.tasks("default", Priority.NORMAL),
                raw.tasks("default", Priority.LOW),
                count,
                RAW_COMMIT_EVERY);
    }

    /** Executions a second from when a backlog becomes visible until the last outcome is. */
    private static double worked(PipelineStage stage, KafkaOutcomeReader reader, String pass, int count, Report report)
            throws Exception {
        reader.expect(pass, count);
        try (KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), pass, count)) {
            long began = System.nanoTime();
            backlog.show();
            reader.awaitCount(count, PATIENCE);
            report.none("missing", reader.missing());
            report.none("doubled", reader.doubled());
            return (count - reader.missing()) * NANOS / (reader.lastNanos() - began);
        }
    }

    /** A hundred tasks a second, each from a plain producer that does not linger. */
    private static void latency(KafkaTestBed bed, Path dir, int count, Report report) throws Exception {
        try (PipelineStage stage = PipelineStage.empty(dir, bed, "latency");
                KafkaOutcomeReader reader = new KafkaOutcomeReader(bed, stage.names());
                KafkaTaskFeed feed = new KafkaTaskFeed(bed, stage.names())) {
            stage.startNotingWorkers(1);
            feed.send("warm", count);
            reader.expect("paced", count);
            feed.send("paced", count);
            reader.awaitCount(count, PATIENCE);
            Samples starts = new Samples();
            Samples outcomes = new Samples();
            int[] skip = {count};
            for (HandlerStarts.Start start = stage.pollStart(); start != null; start = stage.pollStart()) {
                if (skip[0]-- > 0) {
                    continue; // It belongs to the warm-up.
                }
                starts.add(millis(start.startedMicros() - feed.sentMicros(start.number())));
                outcomes.add(millis(reader.seenMicros(start.number()) - start.startedMicros()));
            }
            report.atMost("visibleToStartP50Millis", starts.percentile(P50), START_P50);
            report.atMost("visibleToStartP99Millis", starts.percentile(P99), START_P99);
            report.atMost("endToOutcomeP50Millis", outcomes.percentile(P50), OUTCOME_P50);
            report.atMost("endToOutcomeP99Millis", outcomes.percentile(P99), OUTCOME_P99);
            report.none("missingPaced", reader.missing());
        }
    }

    static double millis(long micros) {
        return micros / 1e3;
    }
}
