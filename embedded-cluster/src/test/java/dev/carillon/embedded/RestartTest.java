package dev.carillon.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class RestartTest {

    private static final Logger LOG = LoggerFactory.getLogger(RestartTest.class);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void serversComeBackAloneAndTogetherOnTheSamePortsAndData() throws Exception {
        String bootstrapServers;
        String clusterId;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(directory))) {
            bootstrapServers = cluster.bootstrapServers();
            clusterId = cluster.kafka().clusterId();
            KafkaProbe kafka = new KafkaProbe(bootstrapServers);
            kafka.createTopic("kept", 1, Map.of());
            kafka.commit("kept", "keeper", 5);
            restartKafkaAlone(cluster, kafka);
            restartZooKeeperAlone(cluster);
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(directory))) {
            assertThat(cluster.bootstrapServers()).isEqualTo(bootstrapServers);
            assertThat(cluster.kafka().clusterId()).isEqualTo(clusterId);
            assertThat(new KafkaProbe(bootstrapServers).committedValues("kept")).hasSize(5);
            try (ZookeeperProbe zooKeeper = ZookeeperProbe.connect(cluster.zooKeeperConnect())) {
                assertThat(zooKeeper.read("/kept")).isEqualTo("still here");
            }
        }
    }

    private static void restartKafkaAlone(EmbeddedCluster cluster, KafkaProbe kafka) {
        long stop = Time.SYSTEM.milliseconds();
        cluster.kafka().stop();
        long start = Time.SYSTEM.milliseconds();
        assertThat(cluster.kafka().isRunning()).isFalse();
        cluster.kafka().start();
        LOG.info("Kafka alone: stopped in {} ms, back after {} ms", start - stop, Time.SYSTEM.milliseconds() - start);
        assertThat(kafka.committedValues("kept")).hasSize(5);
    }

    private static void restartZooKeeperAlone(EmbeddedCluster cluster) throws Exception {
        try (ZookeeperProbe zooKeeper = ZookeeperProbe.connect(cluster.zooKeeperConnect())) {
            zooKeeper.create("/kept", "still here");
        }
        long stop = Time.SYSTEM.milliseconds();
        cluster.zooKeeper().stop();
        long start = Time.SYSTEM.milliseconds();
        assertThat(cluster.zooKeeper().isRunning()).isFalse();
        cluster.zooKeeper().start();
        LOG.info(
                "ZooKeeper alone: stopped in {} ms, back after {} ms",
                start - stop,
                Time.SYSTEM.milliseconds() - start);
        try (ZookeeperProbe zooKeeper = ZookeeperProbe.connect(cluster.zooKeeperConnect())) {
            assertThat(zooKeeper.read("/kept")).isEqualTo("still here");
        }
    }
}
