package dev.carillon.client.log;

import dev.carillon.kit.kafka.KafkaRecords;
import dev.carillon.kit.record.ReceivedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads with a consumer that has no group and commits nothing. */
final class KafkaFeed implements TopicFeed {
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Runnable closing;

    private KafkaFeed(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPart, Long> from, Runnable closing) {
        this.consumer = consumer;
        this.closing = closing;
        consumer.assign(from.keySet().stream().map(KafkaFeed::partition).toList());
        from.forEach(this::seek);
    }

    /** Closes the consumer together with the feed. */
    static KafkaFeed owning(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPart, Long> from) {
        return new KafkaFeed(consumer, from, () -> consumer.close(CloseOptions.timeout(Duration.ofSeconds(1))));
    }

    /** Unassigns the consumer when the feed is closed, as it is used again. */
    static KafkaFeed borrowing(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPart, Long> from, Runnable onClose) {
        return new KafkaFeed(consumer, from, () -> {
            consumer.unsubscribe();
            onClose.run();
        });
    }

    @Override
    public List<ReceivedRecord> next(Duration atMost) {
        List<ReceivedRecord> found = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
            found.add(KafkaRecords.kept(record));
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
