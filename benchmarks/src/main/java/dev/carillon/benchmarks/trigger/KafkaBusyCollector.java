package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A collector in a separate process that reads results as fast as it can. */
final class KafkaBusyCollector implements AutoCloseable {
    private static final int TASKS = 1_000;
    private static final long LOOK_MILLIS = 100;

    private final TopicNames names;
    private final Admin admin;
    private final RoleProcess process;

    private KafkaBusyCollector(KafkaTestBed bed, TopicNames names, Path dir) throws IOException {
        this.names = names;
        this.admin = bed.clients().admin("busy");
        this.process = new RoleProcess(
                "collector",
                "busy-collector",
                dir,
                RoleProcess.AS_LAUNCHED,
                Map.of(
                        "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                        bed.bootstrapServers(),
                        "CARILLON_TOPICS_NAMESPACE",
                        names.namespace(),
                        "CARILLON_COLLECTOR_STATE_DIR",
                        dir.resolve("busy-collector").toString()));
    }

    /** Writes this many results, and returns when a collector has begun to read them. */
    static KafkaBusyCollector start(KafkaTestBed bed, TopicNames names, Path dir, int results) throws Exception {
        write(bed, names, results);
        KafkaBusyCollector collector = new KafkaBusyCollector(bed, names, dir);
        collector.process.awaitReady();
        while (collector.taken() == 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return collector;
    }

    private static void write(KafkaTestBed bed, TopicNames names, int results) {
        Instant first = SystemTime.clock().instant();
        try (Producer<byte[], byte[]> producer = bed.clients().producer("results")) {
            for (int i = 0; i < results; i++) {
                ExecutionKey key = ExecutionKey.of("done-" + i % TASKS, first.plusNanos(i + 1L));
                byte[] value = Kind.RESULT.encode(Result.of(key, 1, ResultStatus.SUCCEEDED));
                var unused = producer.send(
                        new ProducerRecord<>(names.results(), key.home(KafkaTestBed.PARTITIONS), key.bytes(), value));
            }
            producer.flush();
        }
    }

    /** How many results it has committed. */
    long taken() throws Exception {
        return admin
                .listConsumerGroupOffsets(names.namespace() + ".collector")
                .partitionsToOffsetAndMetadata()
                .get()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().topic().equals(names.results()) && entry.getValue() != null)
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    @Override
    public void close() {
        process.close();
        admin.close();
    }
}
