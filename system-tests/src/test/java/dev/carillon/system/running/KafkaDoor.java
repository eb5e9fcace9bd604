package dev.carillon.system.running;

import dev.carillon.kit.kafka.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Writes any record to any topic, as any Kafka client can. */
public final class KafkaDoor implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;

    KafkaDoor(KafkaClients clients) {
        this.producer = clients.producer("door");
    }

    /** Writes a record and waits; returns its position. */
    public RecordMetadata put(String topic, @Nullable String key, byte @Nullable [] value) {
        return put(topic, null, key, value, Map.of());
    }

    public RecordMetadata put(
            String topic,
            @Nullable Integer partition,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers) {
        try {
            return send(topic, partition, key, value, headers).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while producing to " + topic, e);
        } catch (ExecutionException e) {
            throw new AssertionError("could not produce to " + topic + ": " + e.getCause(), e);
        }
    }

    /** Writes a record without waiting for the broker. */
    public Future<RecordMetadata> send(
            String topic,
            @Nullable Integer partition,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, bytes(key), value);
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return producer.send(record);
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
    }
}
