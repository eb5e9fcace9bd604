package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * {@code benchmarks/run pipeline}: tasks that do nothing, from the client through two workers to the last outcome, beside
 * plain clients that pass records along the same hops.
 */
public final class PipelineBenchmark implements Benchmark {
    private static final int TASKS = 400_000;
    private static final int LEAST_TASKS = 5_000;
    private static final double BACKLOG = 55_000;
    private static final double STREAMING = 45_000;
    private static final double DEFAULT_SLOTS = 30_000;
    private static final double PROCESSOR_MICROS = 30;
    /** The session of a dead worker, and four seconds for its unfinished tasks. */
    static final double GAP_AFTER_KILL_MILLIS = 10_000;

    static final String[] WIDE = {"worker.concurrency=200", "worker.buffer=10000"};
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final double NANOS = 1e9;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_TASKS, (int) (TASKS * scale));
        report.note("tasks", Integer.toString(count));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            report.figure("rawChainPerSecond", RawChain.perSecond(bed, dir, count, report));
            try (PipelineStage stage = PipelineStage.start(dir, bed, "wide");
                    KafkaOutcomeReader reader = new KafkaOutcomeReader(bed, stage.names())) {
                stage.startWorkers(PipelineStage.WORKERS, WIDE);
                double cold = backlog(stage, reader, "cold", count, report, false);
                report.figure("coldBacklogPerSecond", cold);
                report.atLeast("backlogPerSecond", backlog(stage, reader, "backlog", count, report, true), BACKLOG);
                streaming(stage, reader, "warm", count / 2);
                report.atLeast("streamingPerSecond", streaming(stage, reader, "streaming", count), STREAMING);
                none(reader, "Streaming", report);
                kill(stage, reader, count, report);
            }
            try (PipelineStage stage = PipelineStage.start(dir, bed, "narrow");
                    KafkaOutcomeReader reader = new KafkaOutcomeReader(bed, stage.names())) {
                stage.startWorkers(PipelineStage.WORKERS);
                backlog(stage, reader, "warm", count / 2, report, false);
                report.atLeast(
                        "defaultSlotsPerSecond",
                        backlog(stage, reader, "backlog", count, report, false),
                        DEFAULT_SLOTS);
                none(reader, "DefaultSlots", report);
            }
        }
    }

    /** Executions a second from when a backlog becomes visible until its last outcome is. */
    private static double backlog(
            PipelineStage stage, KafkaOutcomeReader reader, String pass, int count, Report report, boolean judged)
            throws Exception {
        reader.expect(pass, count);
        try (KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), pass, count)) {
            stage.processor().begin();
            long began = System.nanoTime();
            backlog.show();
            reader.awaitCount(count, PATIENCE);
            Map<String, Double> micros = stage.processor().micros();
            if (judged) {
                processor(micros, count, report);
                none(reader, "Backlog", report);
            }
            return (count - reader.missing()) * NANOS / (reader.lastNanos() - began);
        }
    }

    private static void processor(Map<String, Double> micros, int count, Report report) {
        micros.forEach((process, used) -> report.figure("processorMicros." + process, used / count));
        report.atMost(
                "processorMicrosPerExecution",
                micros.values().stream().mapToDouble(used -> used).sum() / count,
                PROCESSOR_MICROS);
    }

    /** Executions a second while the client submits, from its first call to the last outcome. */
    private static double streaming(PipelineStage stage, KafkaOutcomeReader reader, String pass, int count)
            throws Exception {
        reader.expect(pass, count);
        List<RawJson> payloads = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            payloads.add(RawJson.written(KafkaBacklog.payload(n).getBytes(StandardCharsets.UTF_8)));
        }
        try (CarillonClient client =
                CarillonClient.connect(KafkaConfig.at(stage.bed().bootstrapServers()), stage.names())) {
            long began = System.nanoTime();
            Submission work = Submission.of(NoOpWorkerMain.TYPE);
            client.submitAll(() -> submissions(work, pass, payloads), key -> {});
            reader.awaitCount(count, PATIENCE);
            return (count - reader.missing()) * NANOS / (reader.lastNanos() - began);
        }
    }

    private static Iterator<Submission> submissions(Submission work, String pass, List<RawJson> payloads) {
        return new Iterator<>() {
            private int n;

            @Override
            public boolean hasNext() {
                return n < payloads.size();
            }

            @Override
            public Submission next() {
                RawJson payload = payloads.get(n);
                return work.taskId(pass + "-" + n++).payload(payload);
            }
        };
    }

    private static void kill(PipelineStage stage, KafkaOutcomeReader reader, int count, Report report)
            throws Exception {
        double seconds = killUnderLoad(stage, reader, "killed", count, PATIENCE);
        report.figure("killedSeconds", seconds);
        report.alwaysAtMost("longestSilenceAfterKillMillis", reader.longestGapMillis(), GAP_AFTER_KILL_MILLIS);
        none(reader, "AfterKill", report);
    }

    /**
     * Kills a worker when a third is done; the other one runs its tasks.
     *
     * @return the seconds until the last outcome
     */
    static double killUnderLoad(
            PipelineStage stage, KafkaOutcomeReader reader, String pass, int count, Duration patience)
            throws Exception {
        reader.expect(pass, count);
        try (KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), pass, count)) {
            long began = System.nanoTime();
            backlog.show();
            reader.awaitCount(count / 3, patience);
            reader.noteGaps();
            stage.killWorker();
            reader.awaitCount(count, patience);
            return (reader.lastNanos() - began) / NANOS;
        }
    }

    private static void none(KafkaOutcomeReader reader, String where, Report report) {
        report.none("missing" + where, reader.missing());
        report.none("doubled" + where, reader.doubled());
        report.none("notSucceeded" + where, reader.notSucceeded());
    }
}
