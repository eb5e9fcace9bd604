package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * {@code benchmarks/run worker-kills}: kills one of two workers under load with {@code kill -9}, again and again, and
 * starts another one in its place.
 */
public final class WorkerKillsBenchmark implements Benchmark {
    private static final int TASKS = 200_000;
    private static final int LEAST_TASKS = 5_000;
    private static final int ROUNDS = 6;
    private static final int MOST_ROUNDS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double MEDIAN = 0.5;

    private int rounds = ROUNDS;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_TASKS, (int) (TASKS * scale));
        report.note("tasks", Integer.toString(count));
        Samples silences = new Samples();
        StringBuilder each = new StringBuilder();
        int missing = 0;
        int doubled = 0;
        int notSucceeded = 0;
        try (KafkaTestBed bed = KafkaTestBed.start(dir);
                PipelineStage stage = PipelineStage.start(dir, bed, "kills");
                KafkaOutcomeReader reader = new KafkaOutcomeReader(bed, stage.names())) {
            stage.startWorkers(PipelineStage.WORKERS, PipelineBenchmark.WIDE);
            for (int round = 1; round <= rounds; round++) {
                warm(stage, reader, round, count);
                PipelineBenchmark.killUnderLoad(stage, reader, "killed" + round, count, PATIENCE);
                double silence = reader.longestGapMillis();
                silences.add(silence);
                each.append(each.isEmpty() ? "" : ", ").append(Math.round(silence));
                missing += reader.missing();
                doubled += reader.doubled();
                notSucceeded += reader.notSucceeded();
                stage.startWorkers(1, PipelineBenchmark.WIDE);
            }
        }
        report.note("silencesAfterKillMillis", each.toString());
        report.figure("silenceAfterKillMedianMillis", silences.percentile(MEDIAN));
        report.alwaysAtMost(
                "longestSilenceAfterKillMillis", silences.percentile(1), PipelineBenchmark.GAP_AFTER_KILL_MILLIS);
        report.none("missing", missing);
        report.none("doubled", doubled);
        report.none("notSucceeded", notSucceeded);
    }

    /** Waits until the new worker has its partitions and has run tasks of them. */
    private static void warm(PipelineStage stage, KafkaOutcomeReader reader, int round, int count) throws Exception {
        String pass = "warm" + round;
        reader.expect(pass, count);
        try (KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), pass, count)) {
            backlog.show();
            reader.awaitCount(count, PATIENCE);
        }
    }

    @Override
    public Set<String> options() {
        return Set.of("--rounds");
    }

    @Override
    public void set(String option, String value) {
        int number = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
        if (number < 1 || number > MOST_ROUNDS) {
            throw new IllegalArgumentException(
                    option + " " + value + ": it has to be a whole number from 1 to " + MOST_ROUNDS);
        }
        rounds = number;
    }
}
