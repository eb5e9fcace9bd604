package dev.carillon.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Time;
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
    void everySettingIsKnownToTheBroker() {
        Map<String, String> wanted = KafkaSettings.of(
                cluster.dataDirectory().resolve("kafka"), 1, cluster.kafka().port(), 1);
        Map<String, String> known = kafka.brokerSettings();
        assertThat(known).containsKeys(wanted.keySet().toArray(String[]::new));
        assertThat(known).containsEntry("log.dirs", wanted.get("log.dirs"));
    }

    @Test
    void zooKeeperKeepsWhatItIsTold() throws Exception {
        try (ZookeeperProbe zooKeeper = ZookeeperProbe.connect(cluster.zooKeeperConnect())) {
            zooKeeper.create("/told", "something");
            assertThat(zooKeeper.read("/told")).isEqualTo("something");
        }
    }

    @Test
    void onlyLoopbackIsListenedOn() throws Exception {
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(one.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    for (int port :
                            List.of(cluster.kafka().port(), cluster.zooKeeper().port())) {
                        assertThat(accepts(new InetSocketAddress(address, port)))
                                .as("%s port %s", address, port)
                                .isFalse();
                    }
                }
            }
        }
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
