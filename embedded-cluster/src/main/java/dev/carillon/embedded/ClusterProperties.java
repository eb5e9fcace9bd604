package dev.carillon.embedded;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * The properties of a cluster that its data directory keeps in {@code cluster.properties}.
 *
 * @param clusterId Kafka's cluster id; empty before Kafka's first start here
 * @param nodeId Kafka's node id
 * @param kafkaPort the broker's last port; 0 = none yet
 * @param controllerPort the controller's last port; 0 = none yet
 * @param zooKeeperPort ZooKeeper's last port; 0 = none yet
 */
record ClusterProperties(String clusterId, int nodeId, int kafkaPort, int controllerPort, int zooKeeperPort) {

    static final int NODE_ID = 1;
    static final ClusterProperties FRESH = new ClusterProperties("", NODE_ID, 0, 0, 0);

    private static final String FILE = "cluster.properties";
    private static final int MAX_PORT = 65_535;

    static ClusterProperties read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return FRESH;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is damaged (" + e.getMessage() + "); delete it, nothing else is lost", e);
        }
        return new ClusterProperties(
                properties.getProperty("cluster.id", ""),
                NODE_ID,
                port(properties, "kafka.port"),
                port(properties, "controller.port"),
                port(properties, "zookeeper.port"));
    }

    ClusterProperties withKafka(String id, int brokerPort, int newControllerPort) {
        return new ClusterProperties(id, nodeId, brokerPort, newControllerPort, zooKeeperPort);
    }

    ClusterProperties withZooKeeper(int port) {
        return new ClusterProperties(clusterId, nodeId, kafkaPort, controllerPort, port);
    }

    /** Replaces the file as a whole, so that a kill leaves the old one or the new one. */
    void write(Path directory) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("cluster.id", clusterId);
        properties.setProperty("node.id", Integer.toString(nodeId));
        properties.setProperty("kafka.port", Integer.toString(kafkaPort));
        properties.setProperty("controller.port", Integer.toString(controllerPort));
        properties.setProperty("zookeeper.port", Integer.toString(zooKeeperPort));
        Path next = directory.resolve(FILE + ".next");
        try (Writer writer = Files.newBufferedWriter(next, StandardCharsets.UTF_8)) {
            properties.store(writer, "Written at every start; the ports are those used last");
        }
        Files.move(next, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A stored port is only a preference, so an unreadable one is ignored. */
    private static int port(Properties properties, String key) {
        String text = properties.getProperty(key, "0").strip();
        boolean readable = text.length() <= 5 && !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = readable ? Integer.parseInt(text) : 0;
        return port <= MAX_PORT ? port : 0;
    }
}
