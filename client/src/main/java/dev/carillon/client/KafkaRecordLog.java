package dev.carillon.client;

import dev.carillon.kit.kafka.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Topics of a real cluster, each client made when it is first needed. */
final class KafkaRecordLog implements RecordLog {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private @Nullable Admin admin;
    private @Nullable KafkaConsumer<byte[], byte[]> looker;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

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
            throw Interruptions.noted(e);
        }
    }

    @Override
    public int partitions(String topic) {
        return partitionsOf(topic).size();
    }

    @Override
    public Map<Integer, Long> starts(String topic) {
        return byPartition(looker().beginningOffsets(partitionsOf(topic)));
    }

    @Override
    public Map<Integer, Long> ends(String topic) {
        return byPartition(looker().endOffsets(partitionsOf(topic)));
    }

    @Override
    public Map<Integer, Long> since(String topic, Instant instant) {
        Map<TopicPartition, Long> asked = new HashMap<>();
        partitionsOf(topic).forEach(partition -> asked.put(partition, Math.max(0, instant.toEpochMilli())));
        Map<Integer, Long> found = ends(topic);
        looker().offsetsForTimes(asked).forEach((partition, at) -> {
            if (at != null) {
                // The first record may be one that can't be seen yet.
                found.merge(partition.partition(), at.offset(), Math::min);
            }
        });
        return found;
    }

    @Override
    public Feed follow(Map<TopicPart, Long> from) {
        return new KafkaFeed(clients.consumer("client-reader"), from);
    }

    @Override
    public CompletableFuture<Void> send(NewRecord sent) {
        ProducerRecord<byte[], byte[]> outgoing =
                new ProducerRecord<>(sent.topic(), sent.partition(), sent.key(), sent.value());
        sent.headers().forEach((name, value) -> outgoing.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        CompletableFuture<Void> safe = new CompletableFuture<>();
        try {
            var unused = producer().send(outgoing, (where, failure) -> {
                if (failure == null) {
                    safe.complete(null);
                } else {
                    safe.completeExceptionally(refused("write to " + sent.topic(), failure));
                }
            });
        } catch (InterruptException e) {
            throw Interruptions.noted(new InterruptedException(e.getMessage()));
        } catch (KafkaException e) {
            safe.completeExceptionally(refused("write to " + sent.topic(), e.getCause() == null ? e : e.getCause()));
        }
        return safe;
    }

    @Override
    public void append(NewRecord appended) {
        Waiting.until(send(appended));
    }

    /** The only one of the clients here that is made for many threads. */
    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = clients.producer("client");
        }
        return producer;
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(CLOSE_WITHIN);
        }
        if (looker != null) {
            looker.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE_WITHIN));
        }
        if (admin != null) {
            admin.close(CLOSE_WITHIN);
        }
    }

    private KafkaConsumer<byte[], byte[]> looker() {
        if (looker == null) {
            looker = clients.consumer("client-looker");
        }
        return looker;
    }

    private List<TopicPartition> partitionsOf(String topic) {
        int count;
        try {
            count = looker().partitionsFor(topic).size();
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
                "Kafka at " + clients.config().addresses() + " did not let us " + what + ": " + cause.getMessage(),
                cause);
    }
}
