package dev.carillon.console.history.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Keeps the parts at one time while much is to be read: a part that is far ahead of the slowest one rests. A task, its
 * result and its outcome then come in one batch, and make one write of their row and not three.
 */
final class KafkaPace {
    private static final long AHEAD_MS = 250;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> read = new HashMap<>();

    KafkaPace(KafkaConsumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    void forgetAll() {
        read.clear();
        consumer.resume(consumer.paused());
    }

    void read(ConsumerRecord<byte[], byte[]> record) {
        read.put(new TopicPartition(record.topic(), record.partition()), record.timestamp());
    }

    /** Pauses and resumes by what was read until now. */
    void keep() {
        long slowest = Long.MAX_VALUE;
        for (Map.Entry<TopicPartition, Long> part : read.entrySet()) {
            OptionalLong lag = consumer.currentLag(part.getKey());
            if (lag.isPresent() && lag.getAsLong() > 0) {
                slowest = Math.min(slowest, part.getValue());
            }
        }
        List<TopicPartition> ahead = new ArrayList<>();
        List<TopicPartition> beside = new ArrayList<>(consumer.paused());
        for (Map.Entry<TopicPartition, Long> part : read.entrySet()) {
            // Nothing is behind when slowest was not found; and the slowest itself is never ahead.
            if (slowest != Long.MAX_VALUE && part.getValue() > slowest + AHEAD_MS) {
                ahead.add(part.getKey());
            }
        }
        beside.removeAll(ahead);
        consumer.resume(beside);
        consumer.pause(ahead);
    }
}
