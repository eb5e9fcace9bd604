package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * {@code benchmarks/run start}: how long after a call of {@code submit} the handler runs, one task at a time on an idle
 * system; beside a plain producer and a plain consumer of the same topic.
 */
public final class StartBenchmark implements Benchmark {
    private static final int SUBMISSIONS = 1_000;
    private static final int LEAST = 100;
    private static final double P50_MILLIS = 3;
    private static final double P99_MILLIS = 10;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    /** Long enough for the system to finish all work of the previous task. */
    private static final long PAUSE_MILLIS = 25;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST, (int) (SUBMISSIONS * scale));
        report.note("submissions", Integer.toString(count));
        try (KafkaTestBed bed = KafkaTestBed.start(dir);
                PipelineStage stage = PipelineStage.start(dir, bed, "start");
                CarillonClient client = CarillonClient.connect(KafkaConfig.at(bed.bootstrapServers()), stage.names())) {
            stage.startNotingWorkers(1);
            started(stage, client, count, new Samples());
            Samples calls = new Samples();
            Samples starts = started(stage, client, count, calls);
            report.atMost("submitToStartP50Millis", starts.percentile(P50), P50_MILLIS);
            report.atMost("submitToStartP99Millis", starts.percentile(P99), P99_MILLIS);
            report.figure("submitToStartMaxMillis", starts.percentile(1));
            report.figure("submitP50Millis", calls.percentile(P50));
            report.figure("submitP99Millis", calls.percentile(P99));
            report.none("notStarted", count - starts.count());
            Samples raw = KafkaRawHop.millis(bed, count, PAUSE_MILLIS);
            report.figure("rawHopP50Millis", raw.percentile(P50));
            report.figure("rawHopP99Millis", raw.percentile(P99));
        }
    }

    private static Samples started(PipelineStage stage, CarillonClient client, int count, Samples calls)
            throws IOException, InterruptedException {
        Samples millis = new Samples();
        for (int n = 0; n < count; n++) {
            Submission work = Submission.of(NoOpWorkerMain.TYPE)
                    .taskId("start-" + n)
                    .payload(KafkaBacklog.work(n).payload());
            long before = HandlerStarts.nowMicros();
            var unused = client.submit(work);
            calls.add(WorkBenchmark.millis(HandlerStarts.nowMicros() - before));
            HandlerStarts.Start start = awaitStart(stage);
            if (start.number() != n) {
                throw new IOException("task " + start.number() + " was started in place of " + n);
            }
            millis.add(WorkBenchmark.millis(start.startedMicros() - before));
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        return millis;
    }

    private static HandlerStarts.Start awaitStart(PipelineStage stage) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            HandlerStarts.Start start = stage.pollStart();
            if (start != null) {
                return start;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("a task was not started within " + PATIENCE);
    }
}
