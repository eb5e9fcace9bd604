package dev.carillon.benchmarks.submit;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Turns;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * {@code benchmarks/run submit}: the client's submitAll beside a bare producer that sends values of the same size, made
 * before its clock runs, to the same topic. Nobody runs the tasks: their queue has no worker.
 */
public final class SubmitBenchmark implements Benchmark {
    private static final int TASKS = 100_000;
    private static final int LEAST_TASKS = 1_000;
    private static final int TURNS = 5;
    private static final double MOST_SECONDS = 5;
    private static final double NANOS = 1e9;
    private static final String QUEUE = "bench";

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_TASKS, (int) (TASKS * scale));
        report.note("tasks", Integer.toString(count));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            TopicNames names = bed.makeTopics("carillon", QUEUE);
            List<Submission> works = new ArrayList<>();
            for (int n = 0; n < count; n++) {
                works.add(Submission.of("nobody")
                        .taskId("bench-" + n)
                        .queue(QUEUE)
                        .payload("{\"n\":" + n + ",\"text\":\"a few words that make a task as large as most are\"}"));
            }
            try (CarillonClient client = CarillonClient.connect(KafkaConfig.at(bed.bootstrapServers()), names);
                    KafkaProducer<byte[], byte[]> raw = bed.clients().producer("raw")) {
                Turns turns = Turns.take(
                        TURNS,
                        () -> produced(raw, names.tasks(QUEUE, Priority.NORMAL), count),
                        () -> submitted(client, works));
                report.alwaysAtMost("submitAllSlowestSeconds", Collections.max(turns.judged()), MOST_SECONDS);
                report.figure("submitAllSeconds", turns.judgedMedian());
                report.figure("rawProducerSeconds", turns.limitMedian());
            }
        }
    }

    private static double submitted(CarillonClient client, List<Submission> works) {
        long began = System.nanoTime();
        long sent = client.submitAll(works, key -> {});
        if (sent != works.size()) {
            throw new IllegalStateException("only " + sent + " of " + works.size() + " were sent");
        }
        return (System.nanoTime() - began) / NANOS;
    }

    private static double produced(KafkaProducer<byte[], byte[]> raw, String topic, int count) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            byte[] key = ("bench-" + n + ":2026-11-18T06:00:00.123456789Z").getBytes(StandardCharsets.UTF_8);
            byte[] value = ("{\"v\":1,\"taskId\":\"bench-" + n + "\",\"execTime\":\"2026-11-18T06:00:00.123456789Z\","
                            + "\"attempt\":1,\"type\":\"nobody\",\"queue\":\"bench\",\"priority\":\"normal\",\"timeout\":\"5m\","
                            + "\"payload\":{\"n\":" + n
                            + ",\"text\":\"a few words that make a task as large as most are\"},"
                            + "\"retry\":{\"maxRetries\":3,\"delay\":\"10s\",\"backoffRate\":2.0,\"maxDelay\":\"10m\","
                            + "\"jitter\":0.2},\"ifWorkerDies\":\"retry\",\"origin\":\"submitted\"}")
                    .getBytes(StandardCharsets.UTF_8);
            records.add(new ProducerRecord<>(topic, null, key, value));
        }
        long began = System.nanoTime();
        for (ProducerRecord<byte[], byte[]> record : records) {
            var unused = raw.send(record);
        }
        raw.flush();
        return (System.nanoTime() - began) / NANOS;
    }
}
