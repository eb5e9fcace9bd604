package dev.carillon.benchmarks.routing;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Follows the trigger's output: every task with its routing, and the changes of the default. */
final class KafkaTicks implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Map<String, Tick> byKey = new ConcurrentHashMap<>();
    private final List<Long> changes = new CopyOnWriteArrayList<>();
    private final AtomicLong doubled = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    /** One task, when it was appended and by which strategy. */
    record Tick(String key, long appended, String routed) {}

    KafkaTicks(KafkaClients clients, TopicNames names, int partitions) {
        thread = new Thread(() -> follow(clients, names, partitions), "ticks");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(KafkaClients clients, TopicNames names, int partitions) {
        String tasks = names.tasks("default", Priority.NORMAL);
        List<TopicPartition> parts = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            parts.add(new TopicPartition(tasks, i));
            parts.add(new TopicPartition(names.events(), i));
        }
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("ticks", Map.of("max.poll.records", 5_000))) {
            consumer.assign(parts);
            consumer.seekToBeginning(parts);
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.topic().equals(tasks)) {
                        task(record);
                    } else if (record.value() != null) {
                        event(record.value(), record.timestamp());
                    }
                }
            }
        }
    }

    private void task(ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        Header routed = record.headers().lastHeader(Headers.ROUTED);
        String how = routed == null ? "" : new String(routed.value(), StandardCharsets.UTF_8);
        if (byKey.putIfAbsent(key, new Tick(key, record.timestamp(), how)) != null) {
            doubled.incrementAndGet();
        }
    }

    private void event(byte[] value, long appended) {
        Event event = Kind.EVENT.decode(value);
        if (event.type() == EventType.BALANCER_CHANGED) {
            changes.add(appended);
        }
    }

    List<Tick> all() {
        return List.copyOf(byKey.values());
    }

    int count() {
        return byKey.size();
    }

    /** The append times of the events of changes, in order. */
    List<Long> changes() {
        return List.copyOf(changes);
    }

    long doubled() {
        return doubled.get();
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The thread is a daemon, and ends with the process.
        }
    }
}
