package dev.carillon.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Timer;

/** The client operations on a broker that the tests need. */
final class KafkaProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final String bootstrapServers;

    KafkaProbe(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    void createTopic(String topic, int partitions, Map<String, String> configs) {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1).configs(configs)))
                    .all()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Topic " + topic + " was not created", e);
        }
    }

    Set<String> topics() {
        try (Admin admin = admin()) {
            return admin.listTopics().names().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The topics can't be listed", e);
        }
    }

    KafkaProducer<String, String> transactionalProducer(String transactionalId) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "transactional.id",
                        transactionalId,
                        "retry.backoff.ms",
                        "5",
                        "max.block.ms",
                        Long.toString(PATIENCE.toMillis())),
                new StringSerializer(),
                new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    void commit(String topic, String transactionalId, int count) {
        try (KafkaProducer<String, String> producer = transactionalProducer(transactionalId)) {
            producer.beginTransaction();
            send(producer, topic, count);
            producer.commitTransaction();
        }
    }

    static void send(KafkaProducer<String, String> producer, String topic, int count) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.add(producer.send(new ProducerRecord<>(topic, "key-" + i, "value-" + i)));
        }
        producer.flush();
        try {
            for (Future<RecordMetadata> one : sent) {
                one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Not everything was sent to " + topic, e);
        }
    }

    /** Every committed value of the topic's first partition, once no transaction is open there. */
    List<String> committedValues(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        long end = ends(List.of(partition)).getOrDefault(partition, 0L);
        try (KafkaConsumer<String, String> consumer = consumer(Map.of("isolation.level", "read_committed"))) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            List<String> values = new ArrayList<>();
            Timer timer = Time.SYSTEM.timer(PATIENCE);
            while (consumer.position(partition) < end) {
                if (timer.isExpired()) {
                    throw new IllegalStateException(topic + " could not be read up to " + end);
                }
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                timer.update();
            }
            return values;
        }
    }

    /** Returns when a reader of committed records has reached the current end of every partition. */
    void readAllCommitted(List<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = ends(partitions);
        try (KafkaConsumer<String, String> committed = consumer(Map.of("isolation.level", "read_committed"))) {
            committed.assign(partitions);
            committed.seekToBeginning(partitions);
            Timer timer = Time.SYSTEM.timer(PATIENCE);
            List<TopicPartition> behind = partitions;
            while (!behind.isEmpty()) {
                if (timer.isExpired()) {
                    throw new IllegalStateException("An open transaction hides the end of " + behind);
                }
                committed.poll(Duration.ofMillis(100));
                behind = behind.stream()
                        .filter(partition -> committed.position(partition) < ends.getOrDefault(partition, 0L))
                        .toList();
                timer.update();
            }
        }
    }

    /** Joins a group by the given protocol, reads {@code count} records and commits their offsets. */
    List<String> readAsGroup(String topic, String group, String protocol, int count) {
        try (KafkaConsumer<String, String> consumer =
                consumer(Map.of("group.id", group, "group.protocol", protocol, "auto.offset.reset", "earliest"))) {
            consumer.subscribe(List.of(topic));
            List<String> values = new ArrayList<>();
            Timer timer = Time.SYSTEM.timer(PATIENCE);
            while (values.size() < count) {
                if (timer.isExpired()) {
                    throw new IllegalStateException("Group " + group + " got only " + values.size() + " records");
                }
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                timer.update();
            }
            consumer.commitSync();
            return values;
        }
    }

    /** The broker's effective settings. */
    Map<String, String> brokerSettings() {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        try (Admin admin = admin()) {
            Map<String, String> settings = new HashMap<>();
            admin.describeConfigs(List.of(broker))
                    .all()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .values()
                    .forEach(config -> config.entries().forEach(entry -> settings.put(entry.name(), entry.value())));
            return settings;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The broker's settings can't be read", e);
        }
    }

    /** The end offsets of the partitions, including open transactions. */
    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        try (KafkaConsumer<String, String> everything = consumer(Map.of())) {
            return everything.endOffsets(partitions);
        }
    }

    private KafkaConsumer<String, String> consumer(Map<String, Object> more) {
        Map<String, Object> configs = new HashMap<>(more);
        configs.put("bootstrap.servers", bootstrapServers);
        configs.put("enable.auto.commit", "false");
        return new KafkaConsumer<>(configs, new StringDeserializer(), new StringDeserializer());
    }
}
