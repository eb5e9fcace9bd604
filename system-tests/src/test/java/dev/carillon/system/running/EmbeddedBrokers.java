package dev.carillon.system.running;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import java.nio.file.Path;

/** Kafka and ZooKeeper in this JVM. */
final class EmbeddedBrokers implements Brokers {
    private final EmbeddedCluster cluster;

    EmbeddedBrokers(Path data) {
        this.cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(data));
    }

    @Override
    public String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    @Override
    public String zooKeeperConnect() {
        return cluster.zooKeeperConnect();
    }

    @Override
    public void stopKafka() {
        cluster.kafka().stop();
    }

    @Override
    public void startKafka() {
        cluster.kafka().start();
    }

    @Override
    public void stopZooKeeper() {
        cluster.zooKeeper().stop();
    }

    @Override
    public void startZooKeeper() {
        cluster.zooKeeper().start();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
