package dev.carillon.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** A consumer that is assigned by hand and commits nothing. */
final class KafkaFeed implements Feed {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Runnable closing;

    private KafkaFeed(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPart, Long> from, Runnable closing) {
        this.consumer = consumer;
        this.closing = closing;
        consumer.assign(from.keySet().stream().map(KafkaFeed::partition).toList());
        from.forEach(this::seek);
    }

    /** Over a consumer of its own, which ends with it. */
    static KafkaFeed owning(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPart, Long> from) {
        return new KafkaFeed(consumer, from, () -> consumer.close(CloseOptions.timeout(Duration.ofSeconds(1))));
    }

    /** Over a consumer that is used again afterwards. */
    static KafkaFeed borrowing(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPart, Long> from, Runnable givenBack) {
        return new KafkaFeed(consumer, from, () -> {
            consumer.unsubscribe();
            givenBack.run();
        });
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
                    record.topic(),
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
    public Map<TopicPart, Long> positions() {
        Map<TopicPart, Long> positions = new HashMap<>();
        consumer.assignment()
                .forEach(at -> positions.put(new TopicPart(at.topic(), at.partition()), consumer.position(at)));
        return positions;
    }

    @Override
    public void seek(TopicPart part, long offset) {
        consumer.seek(partition(part), offset);
    }

    @Override
    public void close() {
        closing.run();
    }

    private static TopicPartition partition(TopicPart part) {
        return new TopicPartition(part.topic(), part.number());
    }
}
