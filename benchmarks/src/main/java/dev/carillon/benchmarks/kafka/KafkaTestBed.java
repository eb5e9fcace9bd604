package dev.carillon.benchmarks.kafka;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.topic.KafkaTopics;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * A broker and ZooKeeper in a separate JVM, as in production, with Carillon's topics. Each namespace has its own
 * topics, so that one broker serves many independent measurements.
 */
public final class KafkaTestBed implements AutoCloseable {
    /** The default of Carillon. */
    public static final int PARTITIONS = 12;

    private static final List<String> BROKER_JVM = List.of("-Xms768m", "-Xmx768m", "-XX:+UseParallelGC");
    /** New topics need a moment before they can take a full load. */
    private static final long SETTLE_MS = 1_000;

    private final ChildProcess broker;
    private final KafkaClients clients;

    private KafkaTestBed(ChildProcess broker) {
        this.broker = broker;
        this.clients = new KafkaClients(KafkaConfig.at(bootstrapServers()), new SimpleMeterRegistry());
    }

    /** Starts a broker that keeps its data in the directory. */
    public static KafkaTestBed start(Path dir) throws IOException {
        return new KafkaTestBed(ChildProcess.start(
                dir.resolve("broker.log"),
                BROKER_JVM,
                KafkaBrokerMain.class,
                dir.resolve("broker").toString()));
    }

    /** The version of the clients and, as both come from one build, of the broker. */
    public static String kafkaVersion() {
        return AppInfoParser.getVersion();
    }

    public KafkaClients clients() {
        return clients;
    }

    /** The process id of the broker. */
    public long pid() {
        return broker.pid();
    }

    public String bootstrapServers() {
        return broker.said().get(0);
    }

    public String zooKeeper() {
        return broker.said().get(1);
    }

    /** Creates all topics of a namespace with these queues. */
    public TopicNames makeTopics(String namespace, String... queues) throws InterruptedException {
        TopicNames names = new TopicNames(namespace);
        try (Admin admin = clients.admin("topics")) {
            List<WantedTopic> wanted = new TopicCatalogue(names, PARTITIONS)
                    .all(List.of(queues)).stream()
                            .map(spec -> new WantedTopic(spec.name(), spec.partitions(), spec.configs()))
                            .toList();
            new KafkaTopics(admin, SystemTime.pause(), SystemTime.ticker()).apply(wanted);
        }
        TimeUnit.MILLISECONDS.sleep(SETTLE_MS);
        return names;
    }

    @Override
    public void close() {
        broker.close();
    }
}
