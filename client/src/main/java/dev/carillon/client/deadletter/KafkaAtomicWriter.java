package dev.carillon.client.deadletter;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaRecords;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Writes each call's records in one transaction. All writers share one transactional id: the newest fences the others.
 */
public final class KafkaAtomicWriter implements AtomicWriter {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final Producer<byte[], byte[]> producer;

    KafkaAtomicWriter(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Takes over the transactional id, which ends a transaction that another writer left open. */
    public static KafkaAtomicWriter open(KafkaConfig config, TopicNames names) {
        KafkaClients clients = new KafkaClients(config, new SimpleMeterRegistry());
        Producer<byte[], byte[]> producer = clients.transactionalProducer("replay", names.namespace() + ".replay");
        try {
            producer.initTransactions();
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw new ClientException(
                    ClientProblem.NOT_WRITTEN,
                    "could not begin a transaction in Kafka (" + e.getMessage() + "); nothing was written. Find the"
                            + " cause with: carillon doctor",
                    e);
        }
        return new KafkaAtomicWriter(producer);
    }

    @Override
    public void write(List<OutgoingRecord> records) {
        boolean committing = false;
        try {
            producer.beginTransaction();
            for (OutgoingRecord record : records) {
                // Safe: the commit fails if a send did.
                var unused = producer.send(KafkaRecords.toKafka(record));
            }
            producer.flush();
            committing = true;
            producer.commitTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            throw new ClientException(
                    ClientProblem.NOT_WRITTEN,
                    "another process began such a transaction and took over; what was not reported was not written."
                            + " Run it again: dead letters that were replayed or dropped are skipped",
                    e);
        } catch (KafkaException e) {
            String state =
                    committing ? "it is unknown whether the last part was written" : "the last part was not written";
            throw new ClientException(
                    ClientProblem.NOT_WRITTEN,
                    "writing failed (" + e.getMessage() + ") and " + state
                            + ". Run it again: dead letters that were replayed or dropped are skipped",
                    e);
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
    }
}
