package dev.carillon.embedded;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A separate process that runs a cluster and commits small transactions on many partitions as fast as it can, until it
 * is killed.
 */
final class CommittingProgram {

    private static final String TOPIC = "wide";
    private static final int PARTITIONS = 24;
    private static final int PRODUCERS = 6;
    private static final int COMMITS_BEFORE_READY = 20;
    // Transactions that a kill leaves open are aborted soon after the next start.
    private static final String TRANSACTION_TIMEOUT_MILLIS = "3000";

    private CommittingProgram() {}

    static List<TopicPartition> partitions() {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(i -> new TopicPartition(TOPIC, i))
                .toList();
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        EmbeddedCluster cluster = EmbeddedCluster.start(
                EmbeddedClusterOptions.in(Path.of(args[0])).withoutZooKeeper());
        KafkaProbe probe = new KafkaProbe(cluster.bootstrapServers());
        if (!probe.topics().contains(TOPIC)) {
            probe.createTopic(TOPIC, PARTITIONS, Map.of());
        }
        CountDownLatch commits = new CountDownLatch(COMMITS_BEFORE_READY);
        for (int i = 0; i < PRODUCERS; i++) {
            new Thread(() -> commitForEver(cluster.bootstrapServers(), commits), "commit-" + i).start();
        }
        commits.await();
        out.println("COMMITTING now");
    }

    private static void commitForEver(String bootstrapServers, CountDownLatch commits) {
        while (true) {
            // A new id each time, as a producer with the old id would end the open transaction.
            String name = "committer-" + UUID.randomUUID();
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of(
                            "bootstrap.servers", bootstrapServers,
                            "transactional.id", name,
                            "transaction.timeout.ms", TRANSACTION_TIMEOUT_MILLIS),
                    new StringSerializer(),
                    new StringSerializer())) {
                producer.initTransactions();
                while (true) {
                    commitOnce(producer);
                    commits.countDown();
                }
            } catch (KafkaException e) {
                // The transaction timed out on a busy machine; the next producer goes on.
            }
        }
    }

    private static void commitOnce(KafkaProducer<String, String> producer) {
        producer.beginTransaction();
        for (int partition = 0; partition < PARTITIONS; partition += 2) {
            // The commit fails when a send did.
            Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(TOPIC, partition, "key", "value"));
        }
        producer.commitTransaction();
    }
}
