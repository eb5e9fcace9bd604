package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.failover.FailoverBenchmark.Scene;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A worker and a collector that died in the middle of a transaction: readers stop at it until somebody ends it. */
final class KafkaDeadWriters {
    private static final double DELAY_BOUND = 4_000;
    private static final Duration WATCHED = Duration.ofSeconds(8);

    private final Scene scene;
    private final KafkaClients clients;
    private final TopicNames names;

    KafkaDeadWriters(Scene scene, KafkaClients clients, TopicNames names) {
        this.scene = scene;
        this.clients = clients;
        this.names = names;
    }

    void leaveTransactionsOpen() throws Exception {
        // Workers write where ticks are: they bring tasks home. The collector has a lane of its own.
        String ticks = names.tasks("default", Priority.NORMAL);
        measure("workerDiedTickDelayMillis", names.namespace() + ".worker.dead", List.of(ticks));
        List<String> own = List.of(names.released("default"), names.outcomes(), names.results());
        measure("collectorDiedTickDelayMillis", names.namespace() + ".collector-dead-1", own);
    }

    private void measure(String figure, String id, List<String> topics) throws Exception {
        Producer<byte[], byte[]> producer = clients.transactionalProducer("dead", id);
        try {
            producer.initTransactions();
            producer.beginTransaction();
            Instant opened = scene.clock().instant();
            for (String topic : topics) {
                for (int partition = 0; partition < KafkaTestBed.PARTITIONS; partition++) {
                    byte[] key = ("never:" + opened).getBytes(StandardCharsets.UTF_8);
                    var unused = producer.send(new ProducerRecord<>(topic, partition, key, new byte[0]));
                }
            }
            producer.flush();
            Instant until = Scene.second(opened.plus(WATCHED));
            scene.ticks().awaitComplete(Scene.second(opened), until, WATCHED.plusSeconds(60));
            double late = scene.ticks().latestVisible(Scene.second(opened), until);
            scene.report().alwaysAtMost(figure, late, DELAY_BOUND);
        } finally {
            // Not before: a close ends the transaction.
            producer.close(Duration.ZERO);
        }
    }
}
