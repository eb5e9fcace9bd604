package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.kafka.KafkaCollector;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A collector in a separate process that reads results as fast as it can. */
final class KafkaBusyCollector {
    private static final int TASKS = 1_000;
    private static final long LOOK_MILLIS = 100;

    private KafkaBusyCollector() {}

    /** Writes this many results, and returns a collector that has begun to read them. */
    static KafkaCollector start(KafkaTestBed bed, TopicNames names, Path dir, int results) throws Exception {
        write(bed, names, results);
        KafkaCollector collector = new KafkaCollector(bed, names, dir);
        collector.awaitReady();
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
}
