package dev.carillon.worker.intake;

import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.GroupMembership;
import dev.carillon.worker.offset.KafkaMembership;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.KafkaRecords;
import dev.carillon.worker.wire.PolledRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads tasks as a member of the queue's consumer group. */
public final class KafkaTaskSource implements TaskSource {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaTaskSource.class);
    /** Heartbeats are frequent, as a worker learns by one that another died, and the partitions wait for that. */
    private static final int HEARTBEATS_A_SESSION = 10;

    private static final int FETCH_WAIT_MS = 250;
    /** What a fetch may bring, compressed: it stays in memory until it is polled. */
    private static final int FETCH_BYTES = 8 * 1024 * 1024;

    private static final int PARTITION_FETCH_BYTES = 1024 * 1024;
    /** How long a request for the stored offsets may take before polling goes on. */
    private static final Duration ASK_FOR = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;
    private final List<String> topics;
    private Set<TopicPartition> paused = new HashSet<>();
    /** One object per partition, shared by all of its records. */
    private final Map<TopicPartition, InputPartition> sources = new HashMap<>();

    public KafkaTaskSource(Consumer<byte[], byte[]> consumer, List<String> topics) {
        this.consumer = consumer;
        this.topics = topics;
    }

    /** What a member of the group needs beyond the settings of all consumers. */
    public static Map<String, Object> settings(Duration sessionTimeout, int maxPollRecords) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                // Equal partition numbers of all topics go to one member.
                List.of(RangeAssignor.class.getName()));
        int session = Math.toIntExact(sessionTimeout.toMillis());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, session);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, Math.max(1, session / HEARTBEATS_A_SESSION));
        // Generous: polling waits for nothing, so only a broken worker is ever late.
        settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, Math.max(session, 300_000));
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, maxPollRecords);
        // A fetch that waits for some partitions delays others that resume, so it must not wait for long.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, PARTITION_FETCH_BYTES);
        return settings;
    }

    @Override
    public void open(AssignmentListener listener) {
        consumer.subscribe(topics, new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                // Nothing is fetched before it is known which of the records are done.
                paused.addAll(partitions);
                consumer.pause(partitions);
                listener.assigned(fromKafka(partitions));
                // Without this the poll would wait out its time, as nothing is fetched from paused partitions.
                consumer.wakeup();
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                listener.revoked(fromKafka(partitions));
                paused.removeAll(partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                listener.lost(fromKafka(partitions));
                paused.removeAll(partitions);
            }
        });
    }

    @Override
    public List<PolledRecord> poll(Duration atMost) {
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = consumer.poll(atMost);
        } catch (WakeupException e) {
            // Another thread has something for this one; records are fetched by the next poll.
            LOG.trace("woken");
            return List.of();
        }
        List<PolledRecord> arrivals = new ArrayList<>(records.count());
        for (TopicPartition partition : records.partitions()) {
            InputPartition source = sources.computeIfAbsent(partition, KafkaTaskSource::fromKafka);
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                arrivals.add(KafkaRecords.fromKafka(source, record));
            }
        }
        return arrivals;
    }

    @Override
    public void pauseOnly(Set<InputPartition> partitions) {
        Set<TopicPartition> wanted = new HashSet<>();
        partitions.forEach(id -> wanted.add(toKafka(id)));
        if (wanted.equals(paused)) {
            return;
        }
        Set<TopicPartition> toResume = new HashSet<>(paused);
        toResume.removeAll(wanted);
        Set<TopicPartition> toPause = new HashSet<>(wanted);
        toPause.removeAll(paused);
        consumer.resume(toResume);
        consumer.pause(toPause);
        paused = wanted;
    }

    @Override
    public GroupMembership membership() {
        return new KafkaMembership(consumer.groupMetadata());
    }

    @Override
    public @Nullable Map<InputPartition, StoredPoint> stored(Collection<InputPartition> partitions) {
        Set<TopicPartition> asked = new HashSet<>();
        partitions.forEach(id -> asked.add(toKafka(id)));
        try {
            Map<TopicPartition, OffsetAndMetadata> offsets = consumer.committed(asked, ASK_FOR);
            Set<TopicPartition> fresh = new HashSet<>(asked);
            offsets.forEach((partition, stored) -> {
                if (stored != null) {
                    fresh.remove(partition);
                }
            });
            Map<TopicPartition, Long> starts = fresh.isEmpty() ? Map.of() : consumer.beginningOffsets(fresh, ASK_FOR);
            Map<InputPartition, StoredPoint> points = new HashMap<>();
            for (TopicPartition partition : asked) {
                OffsetAndMetadata stored = offsets.get(partition);
                points.put(
                        fromKafka(partition),
                        stored == null
                                ? StoredPoint.untouched(starts.getOrDefault(partition, 0L))
                                : PointCodec.decode(stored.offset(), stored.metadata()));
            }
            return points;
        } catch (TimeoutException e) {
            LOG.debug("the group's offsets are not known yet: {}", e.toString());
            return null;
        } catch (WakeupException e) {
            return null;
        }
    }

    @Override
    public void seek(Map<InputPartition, StoredPoint> points) {
        points.forEach((id, point) -> consumer.seek(toKafka(id), point.position()));
    }

    @Override
    public void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close(Duration within) {
        consumer.close(CloseOptions.timeout(within));
    }

    private static List<InputPartition> fromKafka(Collection<TopicPartition> partitions) {
        return partitions.stream().map(KafkaTaskSource::fromKafka).toList();
    }

    private static InputPartition fromKafka(TopicPartition partition) {
        return new InputPartition(partition.topic(), partition.partition());
    }

    private static TopicPartition toKafka(InputPartition id) {
        return new TopicPartition(id.topic(), id.number());
    }
}
