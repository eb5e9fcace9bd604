package dev.carillon.client.deadletter;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.NewRecord;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/** One transaction for each call, under one id for all who replay: the newest fences those before it. */
public final class KafkaAllOrNothing implements AllOrNothing {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final Producer<byte[], byte[]> producer;

    KafkaAllOrNothing(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Takes the id over: what another has left open is ended when this returns. */
    public static KafkaAllOrNothing open(KafkaConfig config, TopicNames names) {
        KafkaClients clients = new KafkaClients(config, new SimpleMeterRegistry());
        Producer<byte[], byte[]> producer = clients.transactionalProducer("replay", names.namespace() + ".replay");
        try {
            producer.initTransactions();
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw new ClientException(
                    ClientProblem.NOT_WRITTEN,
                    "Kafka did not let us begin a transaction (" + e.getMessage() + "); nothing was written. See what"
                            + " is wrong with: carillon doctor",
                    e);
        }
        return new KafkaAllOrNothing(producer);
    }

    @Override
    public void write(List<NewRecord> records) {
        boolean committing = false;
        try {
            producer.beginTransaction();
            for (NewRecord record : records) {
                // The commit fails if any of them did.
                var unused = producer.send(outgoing(record));
            }
            producer.flush();
            committing = true;
            producer.commitTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            throw new ClientException(
                    ClientProblem.NOT_WRITTEN,
                    "somebody else began to replay or drop dead letters and took over; what was not reported was not"
                            + " written. Run it again: what is done is not done twice",
                    e);
        } catch (KafkaException e) {
            String state = committing ? "it is not known whether the last of it was written" : "it was not written";
            throw new ClientException(
                    ClientProblem.NOT_WRITTEN,
                    "writing failed (" + e.getMessage() + ") and " + state
                            + ". Run it again: what is done is not done twice",
                    e);
        }
    }

    private static ProducerRecord<byte[], byte[]> outgoing(NewRecord record) {
        ProducerRecord<byte[], byte[]> outgoing =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
        record.headers().forEach((name, value) -> outgoing.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return outgoing;
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
    }
}
