package dev.carillon.console.overdue;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Writes to the events topic, with the execution as key. */
public final class KafkaOverdueEvents implements OverdueEvents {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Producer<byte[], byte[]> producer;
    private final String topic;

    public KafkaOverdueEvents(KafkaClients clients, String topic) {
        this(clients.producer("console-overdue"), topic);
    }

    KafkaOverdueEvents(Producer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    @Override
    public void write(Event event) {
        byte[] key = event.subject().getBytes(StandardCharsets.UTF_8);
        try {
            producer.send(new ProducerRecord<>(topic, key, Kind.EVENT.encode(event)))
                    .get();
        } catch (ExecutionException e) {
            throw new KafkaException("an OVERDUE event could not be written: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while an OVERDUE event was written", e);
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
    }
}
