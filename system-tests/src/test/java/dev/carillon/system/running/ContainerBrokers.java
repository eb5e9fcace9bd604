package dev.carillon.system.running;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** Kafka from its official image in a container; ZooKeeper in this JVM. */
final class ContainerBrokers implements Brokers {
    private static final DockerImageName IMAGE = DockerImageName.parse("apache/kafka:4.3.1");

    private final KafkaContainer kafka = new KafkaContainer(IMAGE)
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
            .withEnv("KAFKA_TRANSACTION_MAX_TIMEOUT_MS", "60000");
    private final EmbeddedCluster zooKeeper;

    ContainerBrokers(Path data) {
        kafka.start();
        zooKeeper = EmbeddedCluster.start(EmbeddedClusterOptions.in(data).withoutKafka());
    }

    static boolean areAvailable() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    @Override
    public String bootstrapServers() {
        return kafka.getBootstrapServers();
    }

    @Override
    public String zooKeeperConnect() {
        return zooKeeper.zooKeeperConnect();
    }

    /** Pauses the container, because after a stop it would start on another port. */
    @Override
    public void stopKafka() {
        kafka.getDockerClient().pauseContainerCmd(kafka.getContainerId()).exec();
    }

    @Override
    public void startKafka() {
        kafka.getDockerClient().unpauseContainerCmd(kafka.getContainerId()).exec();
    }

    @Override
    public void stopZooKeeper() {
        zooKeeper.zooKeeper().stop();
    }

    @Override
    public void startZooKeeper() {
        zooKeeper.zooKeeper().start();
    }

    @Override
    public void close() {
        zooKeeper.close();
        kafka.stop();
    }
}
