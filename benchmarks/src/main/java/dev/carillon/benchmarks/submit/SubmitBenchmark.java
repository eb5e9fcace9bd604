package dev.carillon.benchmarks.submit;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.frame.Turns;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code benchmarks/run submit}: the client's submissions, one at a time, from eight threads and in bulk, each beside a
 * bare producer that does the same with values of the same size. The queue has no worker, so no task runs.
 */
public final class SubmitBenchmark implements Benchmark {
    private static final int TASKS = 100_000;
    private static final int LEAST_TASKS = 1_000;
    private static final int TURNS = 5;
    /** Turns in which code is not compiled yet. */
    private static final int COLD_TURNS = 2;

    private static final int SINGLE = 3_000;
    private static final int THREADS = 8;
    private static final int EACH_OF_MANY = 8_000;
    private static final int LEAST_SINGLE = 200;

    private static final double MOST_SECONDS = 5;
    private static final double MOST_SINGLE_MILLIS = 1.5;
    private static final double LEAST_OF_EIGHT = 15_000;
    private static final double LEAST_BULK = 300_000;
    private static final double LEAST_SHARE_OF_RAW = 1.0 / 3;
    private static final double MEDIAN = 0.5;
    private static final double WORST = 0.99;
    private static final String QUEUE = "bench";

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_TASKS, (int) (TASKS * scale));
        int single = Math.max(LEAST_SINGLE, (int) (SINGLE * scale));
        int each = Math.max(LEAST_SINGLE, (int) (EACH_OF_MANY * scale));
        report.note("tasks", Integer.toString(count));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            TopicNames names = bed.makeTopics("carillon", QUEUE);
            try (CarillonClient client = CarillonClient.connect(KafkaConfig.at(bed.bootstrapServers()), names);
                    KafkaRawSubmitter raw = new KafkaRawSubmitter(bed.clients(), names.tasks(QUEUE, Priority.NORMAL))) {
                bulk(client, raw, count, report);
                oneAtATime(client, raw, single, report);
                fromManyThreads(client, raw, each, report);
            }
        }
    }

    private static Submission task(int n) {
        return Submission.of("nobody")
                .taskId("bench-" + n)
                .queue(QUEUE)
                .payload("{\"n\":" + n + ",\"text\":\"a few words that make a task as large as most are\"}");
    }

    private static void bulk(CarillonClient client, KafkaRawSubmitter raw, int count, Report report) throws Exception {
        List<Submission> works = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            works.add(task(n));
        }
        Turns cold = Turns.take(COLD_TURNS, () -> count / raw.bulk(count), () -> count / submitted(client, works));
        Turns warm = Turns.take(TURNS, () -> count / raw.bulk(count), () -> count / submitted(client, works));
        double slowest = Math.min(Collections.min(cold.judged()), Collections.min(warm.judged()));
        report.alwaysAtMost("submitAllSlowestSeconds", count / slowest, MOST_SECONDS);
        report.figure("rawProducerPerSecond", warm.limitMedian());
        report.atLeast(
                "submitAllPerSecond",
                warm.judgedMedian(),
                Math.min(LEAST_BULK, warm.limitMedian() * LEAST_SHARE_OF_RAW));
        report.figure("submitAllShareOfRaw", warm.share());
    }

    private static double submitted(CarillonClient client, List<Submission> works) {
        long began = System.nanoTime();
        long sent = client.submitAll(works, key -> {});
        if (sent != works.size()) {
            throw new IllegalStateException("only " + sent + " of " + works.size() + " were sent");
        }
        return (System.nanoTime() - began) / Rounds.NANOS;
    }

    private static void oneAtATime(CarillonClient client, KafkaRawSubmitter raw, int count, Report report) {
        var unused = Rounds.millis(count, n -> client.submit(task(n)));
        Samples bare = Rounds.millis(count, raw::one);
        Samples ours = Rounds.millis(count, n -> client.submit(task(n)));
        report.atMost("singleP50Millis", ours.percentile(MEDIAN), MOST_SINGLE_MILLIS);
        report.figure("singleP99Millis", ours.percentile(WORST));
        report.figure("rawSingleP50Millis", bare.percentile(MEDIAN));
        report.figure("rawSingleP99Millis", bare.percentile(WORST));
    }

    private static void fromManyThreads(CarillonClient client, KafkaRawSubmitter raw, int each, Report report)
            throws InterruptedException {
        var unused = Rounds.perSecond(THREADS, each, n -> client.submit(task(n)));
        double bare = Rounds.perSecond(THREADS, each, raw::one);
        report.atLeast(
                "eightThreadsPerSecond", Rounds.perSecond(THREADS, each, n -> client.submit(task(n))), LEAST_OF_EIGHT);
        report.figure("rawEightThreadsPerSecond", bare);
    }
}
