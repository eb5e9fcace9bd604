package dev.carillon.client.log;

import dev.carillon.client.problem.AnswerWait;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.problem.InterruptHandling;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.kit.kafka.KafkaRecords;
import dev.carillon.kit.record.OutgoingRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Topics of a real cluster; each Kafka client is created at its first use. */
final class KafkaRecordLog implements RecordLog {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private @Nullable Admin admin;
    private @Nullable KafkaConsumer<byte[], byte[]> lookupConsumer;
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private boolean scanning;
    private @Nullable KafkaProducer<byte[], byte[]> bulkProducer;
    /** Cached until this log is closed, so a changed number is not noticed; at most one entry per topic. */
    private final Map<String, Integer> partitions = new HashMap<>();

    private final KafkaTopicIds topicIds = new KafkaTopicIds();

    private final Map<String, NewestRecords> views = new HashMap<>();

    KafkaRecordLog(KafkaClients clients) {
        this.clients = clients;
    }

    @Override
    public Set<String> topics() {
        return answer("list the topics", admin().listTopics().names());
    }

    @Override
    public List<GroupOffset> committed(String group) {
        Map<TopicPartition, OffsetAndMetadata> stored = answer(
                "look at the group " + group,
                admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        List<GroupOffset> committed = new ArrayList<>();
        // Nothing is stored for a partition whose value is null.
        stored.forEach((at, offset) -> {
            if (offset != null) {
                committed.add(new GroupOffset(at.topic(), at.partition(), offset.offset(), offset.metadata()));
            }
        });
        return committed;
    }

    private Admin admin() {
        if (admin == null) {
            admin = clients.admin("client");
        }
        return admin;
    }

    private <T> T answer(String what, Future<T> asked) {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            throw refused(what, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    @Override
    public int partitions(String topic) {
        return partitions.computeIfAbsent(topic, asked -> partitionsOf(asked).size());
    }

    @Override
    public Map<Integer, Long> starts(String topic) {
        return byPartition(lookupConsumer().beginningOffsets(partitionsOf(topic)));
    }

    @Override
    public Map<Integer, Long> ends(String topic) {
        return byPartition(lookupConsumer().endOffsets(partitionsOf(topic)));
    }

    @Override
    public long end(TopicPart part) {
        TopicPartition at = partition(part);
        return lookupConsumer().endOffsets(List.of(at)).getOrDefault(at, 0L);
    }

    @Override
    public Map<TopicPart, TopicEnd> identifiedEnds(Set<TopicPart> parts) {
        Set<String> topics = parts.stream().map(TopicPart::topic).collect(Collectors.toSet());
        // Ids and ends are fetched at the same time, and all ends in one request: a consumer that is asked for one
        // topic after another drops the previous one and has to look its partitions up again.
        KafkaTopicIds.Asked asked = topicIds.ask(admin(), topics);
        Map<TopicPartition, Long> offsets = lookupConsumer()
                .endOffsets(parts.stream().map(KafkaRecordLog::partition).toList());
        Map<String, Uuid> ids = topicIds(topics, asked);
        Map<TopicPart, TopicEnd> ends = new HashMap<>();
        for (TopicPart part : parts) {
            String id =
                    Objects.requireNonNull(ids.get(part.topic()), part.topic()).toString();
            ends.put(part, new TopicEnd(id, offsets.getOrDefault(partition(part), 0L)));
        }
        return ends;
    }

    private Map<String, Uuid> topicIds(Set<String> topics, KafkaTopicIds.Asked asked) {
        try {
            return topicIds.await(admin(), asked);
        } catch (ExecutionException e) {
            throw refused("look at " + String.join(", ", topics), e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    private static TopicPartition partition(TopicPart part) {
        return new TopicPartition(part.topic(), part.number());
    }

    @Override
    public NewestRecords newest(String topic) {
        return views.computeIfAbsent(topic, asked -> new NewestRecords(this, asked));
    }

    @Override
    public Map<Integer, Long> since(String topic, Instant instant) {
        Map<TopicPartition, Long> asked = new HashMap<>();
        partitionsOf(topic).forEach(partition -> asked.put(partition, Math.max(0, instant.toEpochMilli())));
        Map<Integer, Long> found = ends(topic);
        lookupConsumer().offsetsForTimes(asked).forEach((partition, at) -> {
            if (at != null) {
                // The found record may belong to an open transaction, beyond the last readable one.
                found.merge(partition.partition(), at.offset(), Math::min);
            }
        });
        return found;
    }

    @Override
    public TopicFeed follow(Map<TopicPart, Long> from) {
        return KafkaFeed.owning(clients.consumer("client-reader"), from);
    }

    /** One scan at a time shares the consumer of the lookups, as a new consumer takes half a second. */
    @Override
    public TopicFeed scan(Map<TopicPart, Long> from) {
        if (scanning) {
            return KafkaFeed.owning(clients.consumer("client-scanner", KafkaDefaults.SCANNING), from);
        }
        TopicFeed scan = KafkaFeed.borrowing(lookupConsumer(), from, () -> scanning = false);
        scanning = true;
        return scan;
    }

    @Override
    public CompletableFuture<Long> send(OutgoingRecord sent) {
        return send(producer(), sent);
    }

    @Override
    public CompletableFuture<Long> sendAmongMany(OutgoingRecord sent) {
        return send(bulkProducer(), sent);
    }

    @Override
    public void flush() {
        try {
            bulkProducer().flush();
        } catch (InterruptException e) {
            throw InterruptHandling.toCancellation(new InterruptedException(e.getMessage()));
        }
    }

    private CompletableFuture<Long> send(KafkaProducer<byte[], byte[]> by, OutgoingRecord sent) {
        CompletableFuture<Long> safe = new CompletableFuture<>();
        try {
            var unused = by.send(KafkaRecords.toKafka(sent), (where, failure) -> {
                if (failure == null) {
                    safe.complete(where.offset());
                } else {
                    safe.completeExceptionally(refused("write to " + sent.topic(), failure));
                }
            });
        } catch (InterruptException e) {
            throw InterruptHandling.toCancellation(new InterruptedException(e.getMessage()));
        } catch (KafkaException e) {
            safe.completeExceptionally(refused("write to " + sent.topic(), e.getCause() == null ? e : e.getCause()));
        }
        return safe;
    }

    @Override
    public long append(OutgoingRecord appended) {
        return AnswerWait.answer(send(appended));
    }

    /** Synchronized, as records are sent from several threads. */
    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = clients.promptProducer("client");
        }
        return producer;
    }

    private synchronized KafkaProducer<byte[], byte[]> bulkProducer() {
        if (bulkProducer == null) {
            bulkProducer = clients.bulkProducer("client-bulk");
        }
        return bulkProducer;
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(CLOSE_WITHIN);
        }
        if (bulkProducer != null) {
            bulkProducer.close(CLOSE_WITHIN);
        }
        views.values().forEach(NewestRecords::close);
        if (lookupConsumer != null) {
            lookupConsumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE_WITHIN));
        }
        if (admin != null) {
            admin.close(CLOSE_WITHIN);
        }
    }

    private KafkaConsumer<byte[], byte[]> lookupConsumer() {
        if (lookupConsumer == null) {
            lookupConsumer = clients.consumer("client-looker", KafkaDefaults.SCANNING);
        }
        return lookupConsumer;
    }

    private List<TopicPartition> partitionsOf(String topic) {
        int count;
        try {
            count = lookupConsumer().partitionsFor(topic).size();
        } catch (UnknownTopicOrPartitionException e) {
            count = 0;
        } catch (KafkaException e) {
            throw refused("look at " + topic, e);
        }
        if (count == 0) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_TOPICS,
                    "the topic " + topic + " does not exist at "
                            + clients.config().addresses() + "; make Carillon's topics with: carillon topics create");
        }
        return IntStream.range(0, count)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
    }

    private static Map<Integer, Long> byPartition(Map<TopicPartition, Long> offsets) {
        Map<Integer, Long> numbers = new TreeMap<>();
        offsets.forEach((partition, offset) -> numbers.put(partition.partition(), offset));
        return numbers;
    }

    private ClientException refused(String what, Throwable cause) {
        return new ClientException(
                ClientProblem.KAFKA_REFUSED,
                "could not " + what + " in Kafka at " + clients.config().addresses() + ": " + cause.getMessage(),
                cause);
    }
}
