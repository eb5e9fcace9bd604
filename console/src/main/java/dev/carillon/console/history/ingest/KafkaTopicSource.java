package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.fold.HistoryTopic;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaRecords;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Reads committed records with a manually assigned consumer, which has no group and commits no offsets. */
public final class KafkaTopicSource implements TopicSource {
    private static final int MOST_RECORDS = 5_000;
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    /** Small fetches take turns between partitions, so that records of one execution come close together. */
    private static final int BYTES_A_PART = 128 * 1024;

    private static final long ANSWER_MS = 4_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final TopicNames names;
    private final KafkaPace pace;
    private long lost;

    public KafkaTopicSource(KafkaClients clients, TopicNames names) {
        this(
                clients.consumer(
                        "console-history",
                        Map.of(
                                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS,
                                ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_BYTES,
                                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, BYTES_A_PART)),
                clients.admin("console-history"),
                names);
    }

    KafkaTopicSource(Consumer<byte[], byte[]> consumer, Admin admin, TopicNames names) {
        this.names = names;
        this.consumer = consumer;
        this.admin = admin;
        this.pace = new KafkaPace(consumer);
    }

    @Override
    public List<Topic> topics() {
        List<String> ours = answered(admin.listTopics().names()).stream()
                .filter(name -> HistoryTopic.of(name, names).isPresent())
                .sorted()
                .toList();
        List<Topic> topics = new ArrayList<>();
        for (TopicDescription topic :
                answered(admin.describeTopics(ours).allTopicNames()).values()) {
            topics.add(new Topic(
                    topic.name(), topic.topicId().toString(), topic.partitions().size()));
        }
        return topics;
    }

    private static <T> T answered(org.apache.kafka.common.KafkaFuture<T> request) {
        try {
            return request.get(ANSWER_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("the topics could not be listed: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted while listing the topics", e);
        }
    }

    @Override
    public void follow(Map<TopicPart, Long> from) {
        Set<TopicPartition> wanted = new HashSet<>();
        from.keySet().forEach(part -> wanted.add(partition(part)));
        consumer.assign(wanted);
        pace.forgetAll();
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(wanted);
        // The client also takes these answers for the ends that lags are measured to, so the ends are fetched last.
        consumer.endOffsets(wanted);
        from.forEach((part, offset) -> {
            long start = starts.getOrDefault(partition(part), 0L);
            // A partition that was never read has lost no records.
            lost += offset > 0 ? Math.max(0, start - offset) : 0;
            consumer.seek(partition(part), Math.max(offset, start));
        });
    }

    private static TopicPartition partition(TopicPart part) {
        return new TopicPartition(part.topic(), part.number());
    }

    @Override
    public List<ReceivedRecord> next(Duration atMost) {
        List<ReceivedRecord> found = new ArrayList<>();
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
                found.add(KafkaRecords.kept(record));
                pace.read(record);
            }
        } catch (WakeupException e) {
            return found; // wakeUp() was called to stop the loop, which checks that next.
        }
        pace.keep();
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
    public long behind() {
        long behind = 0;
        for (TopicPartition at : consumer.assignment()) {
            OptionalLong lag = consumer.currentLag(at);
            if (lag.isEmpty()) {
                return -1;
            }
            behind += lag.getAsLong();
        }
        return behind;
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public void wakeUp() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        admin.close(CLOSE_WITHIN);
        consumer.close(CloseOptions.timeout(CLOSE_WITHIN));
    }
}
