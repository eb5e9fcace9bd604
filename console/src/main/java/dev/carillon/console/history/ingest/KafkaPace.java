package dev.carillon.console.history.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Pauses partitions that are ahead of the slowest one in append time while there is a backlog. The task, results and
 * outcome of an execution then come in one batch, so its row is written once instead of three times.
 */
final class KafkaPace {
    private static final long AHEAD_MS = 250;

    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> read = new HashMap<>();

    KafkaPace(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    void forgetAll() {
        read.clear();
        consumer.resume(consumer.paused());
    }

    void read(ConsumerRecord<byte[], byte[]> record) {
        read.put(new TopicPartition(record.topic(), record.partition()), record.timestamp());
    }

    /** Pauses and resumes partitions by the append times of their last records. */
    void keep() {
        long slowest = Long.MAX_VALUE;
        for (Map.Entry<TopicPartition, Long> part : read.entrySet()) {
            OptionalLong lag = consumer.currentLag(part.getKey());
            if (lag.isPresent() && lag.getAsLong() > 0) {
                slowest = Math.min(slowest, part.getValue());
            }
        }
        List<TopicPartition> ahead = new ArrayList<>();
        List<TopicPartition> resumed = new ArrayList<>(consumer.paused());
        for (Map.Entry<TopicPartition, Long> part : read.entrySet()) {
            // Without a slowest partition there is no backlog, and the slowest itself is never paused.
            if (slowest != Long.MAX_VALUE && part.getValue() > slowest + AHEAD_MS) {
                ahead.add(part.getKey());
            }
        }
        resumed.removeAll(ahead);
        consumer.resume(resumed);
        consumer.pause(ahead);
    }
}
