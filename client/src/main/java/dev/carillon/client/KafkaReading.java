package dev.carillon.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** A consumer that is assigned by hand and commits nothing. */
final class KafkaReading implements Reading {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;

    KafkaReading(KafkaConsumer<byte[], byte[]> consumer, String topic, Map<Integer, Long> from) {
        this.consumer = consumer;
        this.topic = topic;
        consumer.assign(from.keySet().stream()
                .map(number -> new TopicPartition(topic, number))
                .toList());
        from.forEach((number, offset) -> consumer.seek(new TopicPartition(topic, number), offset));
    }

    @Override
    public List<StoredRecord> next(Duration atMost) {
        List<StoredRecord> found = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
            Map<String, String> headers = new LinkedHashMap<>();
            for (Header header : record.headers()) {
                headers.put(
                        header.key(), header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8));
            }
            found.add(new StoredRecord(
                    topic,
                    record.partition(),
                    record.offset(),
                    Instant.ofEpochMilli(record.timestamp()),
                    record.key(),
                    record.value(),
                    headers));
        }
        return found;
    }

    @Override
    public Map<Integer, Long> positions() {
        Map<Integer, Long> positions = new TreeMap<>();
        consumer.assignment().forEach(at -> positions.put(at.partition(), consumer.position(at)));
        return positions;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    }
}
