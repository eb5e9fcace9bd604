package dev.carillon.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Timer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class EmbeddedClusterTest {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedClusterTest.class);

    private static EmbeddedCluster cluster;
    private static KafkaProbe kafka;

    @BeforeAll
    static void startCluster(@TempDir Path directory) {
        long start = Time.SYSTEM.milliseconds();
        cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(directory));
        kafka = new KafkaProbe(cluster.bootstrapServers());
        LOG.info("Ready after {} ms", Time.SYSTEM.milliseconds() - start);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Test
    void committedRecordsAreRead() {
        kafka.createTopic("committed", 1, Map.of());
        kafka.commit("committed", "committer", 10);
        assertThat(kafka.committedValues("committed")).hasSize(10).startsWith("value-0");
    }

    @Test
    void groupsOfBothProtocolsReadAndCommit() {
        kafka.createTopic("grouped", 4, Map.of());
        kafka.commit("grouped", "group-feeder", 20);
        assertThat(kafka.readAsGroup("grouped", "classic-group", "classic", 20)).hasSize(20);
        assertThat(kafka.readAsGroup("grouped", "consumer-group", "consumer", 20))
                .hasSize(20);
    }

    @Test
    void compactionKeepsTheNewestOfEachKey() {
        kafka.createTopic(
                "compacted",
                1,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.bytes", "1048576",
                        "segment.ms", "100",
                        "min.cleanable.dirty.ratio", "0.01",
                        "max.compaction.lag.ms", "200"));
        for (int i = 0; i < 3; i++) {
            kafka.commit("compacted", "compactor", 10);
        }
        List<String> left = kafka.committedValues("compacted");
        Timer timer = Time.SYSTEM.timer(Duration.ofSeconds(25));
        // Only another record closes the segment, which the cleaner may then clean.
        while (Collections.frequency(left, "value-5") > 1 && timer.notExpired()) {
            kafka.commit("compacted", "compactor", 1);
            left = kafka.committedValues("compacted");
            timer.update();
        }
        assertThat(left).containsOnlyOnce("value-5");
    }

    @Test
    void everySettingIsKnownToTheBroker() {
        Map<String, String> wanted = KafkaSettings.of(
                cluster.dataDirectory().resolve("kafka"), 1, cluster.kafka().port(), 1);
        Map<String, String> known = kafka.brokerSettings();
        assertThat(known).containsKeys(wanted.keySet().toArray(String[]::new));
        assertThat(known).containsEntry("log.dirs", wanted.get("log.dirs"));
    }

    @Test
    void zooKeeperKeepsItsData() throws Exception {
        try (ZookeeperProbe zooKeeper = ZookeeperProbe.connect(cluster.zooKeeperConnect())) {
            zooKeeper.create("/told", "something");
            assertThat(zooKeeper.read("/told")).isEqualTo("something");
        }
    }

    @Test
    void onlyLoopbackIsListenedOn() throws Exception {
        List<Integer> ports =
                List.of(cluster.kafka().port(), cluster.zooKeeper().port());
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(one.getInetAddresses())) {
                for (int port : ports) {
                    boolean wanted = LoopbackPorts.HOST.equals(address.getHostAddress());
                    assertThat(accepts(new InetSocketAddress(address, port)))
                            .as("%s port %s answers", address, port)
                            .isEqualTo(wanted);
                }
            }
        }
        assertThat(kafka.brokerSettings().get("listeners"))
                .matches("PLAINTEXT://127\\.0\\.0\\.1:\\d+,CONTROLLER://127\\.0\\.0\\.1:\\d+");
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
