package dev.carillon.kit.kafka.topic;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads and creates topics with Kafka's admin client. */
final class KafkaTopicCluster implements TopicCluster {
    private final Admin admin;

    KafkaTopicCluster(Admin admin) {
        this.admin = admin;
    }

    @Override
    public Map<String, ActualTopic> actual(Collection<String> names) throws InterruptedException {
        Map<String, TopicDescription> described = described(names);
        Map<String, KafkaFuture<Config>> configs = new LinkedHashMap<>();
        admin.describeConfigs(described.keySet().stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .values()
                .forEach((resource, config) -> configs.put(resource.name(), config));
        Map<String, ActualTopic> actual = new LinkedHashMap<>();
        for (Map.Entry<String, KafkaFuture<Config>> topic : configs.entrySet()) {
            String name = topic.getKey();
            TopicDescription description = described.get(name);
            // Empty if it was deleted between the two requests.
            Optional<Config> config = unlessUnknown(topic.getValue(), "reading the configs of " + name);
            if (description != null && config.isPresent()) {
                int partitions = description.partitions().size();
                actual.put(name, new ActualTopic(name, partitions, values(config.get())));
            }
        }
        return actual;
    }

    private static Map<String, String> values(Config config) {
        return config.entries().stream()
                .filter(entry -> entry.value() != null)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    private Map<String, TopicDescription> described(Collection<String> names) throws InterruptedException {
        Map<String, TopicDescription> found = new LinkedHashMap<>();
        if (names.isEmpty()) {
            return found;
        }
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin.describeTopics(names).topicNameValues().entrySet()) {
            unlessUnknown(topic.getValue(), "describing topic " + topic.getKey())
                    .ifPresent(description -> found.put(topic.getKey(), description));
        }
        return found;
    }

    @Override
    public void create(Collection<WantedTopic> topics) throws InterruptedException {
        List<NewTopic> created = topics.stream()
                .map(topic -> new NewTopic(
                                topic.name(),
                                Optional.of(topic.partitions()),
                                Optional.ofNullable(topic.replicationFactor()))
                        .configs(topic.configs()))
                .toList();
        for (Map.Entry<String, KafkaFuture<Void>> topic :
                admin.createTopics(created).values().entrySet()) {
            try {
                topic.getValue().get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw failed("creating topic " + topic.getKey(), e);
                }
                // Safe: another process created it, and the caller compares it.
            }
        }
    }

    @Override
    public List<String> notReady(Collection<WantedTopic> topics) throws InterruptedException {
        Map<String, TopicDescription> described =
                described(topics.stream().map(WantedTopic::name).toList());
        List<String> waiting = new ArrayList<>();
        Map<TopicPartition, OffsetSpec> led = new HashMap<>();
        for (WantedTopic topic : topics) {
            TopicDescription description = described.get(topic.name());
            List<TopicPartitionInfo> partitions = description == null ? List.of() : description.partitions();
            for (int number = 0; number < Math.max(1, partitions.size()); number++) {
                TopicPartition partition = new TopicPartition(topic.name(), number);
                if (partitions.isEmpty() || partitions.get(number).leader() == null) {
                    waiting.add(partition.toString());
                } else {
                    led.put(partition, OffsetSpec.latest());
                }
            }
        }
        waiting.addAll(silent(led));
        return waiting;
    }

    /** Partitions whose leader does not answer for them yet. */
    private List<String> silent(Map<TopicPartition, OffsetSpec> partitions) throws InterruptedException {
        List<String> silent = new ArrayList<>();
        ListOffsetsResult offsets = admin.listOffsets(partitions);
        for (TopicPartition partition : partitions.keySet()) {
            try {
                offsets.partitionResult(partition).get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof RetriableException)) {
                    throw failed("asking for the end of " + partition, e);
                }
                silent.add(partition.toString());
            }
        }
        return silent;
    }

    private static <T> Optional<T> unlessUnknown(KafkaFuture<T> answer, String doing) throws InterruptedException {
        try {
            return Optional.of(answer.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.empty();
            }
            throw failed(doing, e);
        }
    }

    private static CodedException failed(String doing, ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        if (cause instanceof TimeoutException) {
            return new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE,
                    doing + ": no answer from Kafka (" + cause.getMessage() + ")",
                    cause);
        }
        return new CodedException(KitErrorCode.TOPICS_NOT_READY, doing + " failed: " + cause.getMessage(), cause);
    }
}
