package dev.carillon.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which servers to start, in which directory and on which ports.
 *
 * @param dataDirectory the directory of all data; created when missing
 * @param kafka whether to run a Kafka broker
 * @param zooKeeper whether to run a ZooKeeper server
 * @param kafkaPort port of the broker; 0 = the one used last in this directory, or any free one
 * @param controllerPort port of the broker's own controller, likewise
 * @param zooKeeperPort port of ZooKeeper, likewise
 * @param strictPorts whether a wanted port that is taken is an error, instead of being replaced by a free one
 * @param secureListener one more listener of the broker, on any free port
 */
public record EmbeddedClusterOptions(
        Path dataDirectory,
        boolean kafka,
        boolean zooKeeper,
        int kafkaPort,
        int controllerPort,
        int zooKeeperPort,
        boolean strictPorts,
        @Nullable SecureListener secureListener) {

    private static final int MAX_PORT = 65_535;

    public EmbeddedClusterOptions {
        dataDirectory = dataDirectory.toAbsolutePath().normalize();
        requirePort("kafkaPort", kafkaPort);
        requirePort("controllerPort", controllerPort);
        requirePort("zooKeeperPort", zooKeeperPort);
        requireDistinct("kafkaPort", kafkaPort, "controllerPort", controllerPort);
        requireDistinct("kafkaPort", kafkaPort, "zooKeeperPort", zooKeeperPort);
        requireDistinct("controllerPort", controllerPort, "zooKeeperPort", zooKeeperPort);
    }

    /** Kafka and ZooKeeper in {@code dataDirectory}, on any free ports. */
    public static EmbeddedClusterOptions in(Path dataDirectory) {
        return new EmbeddedClusterOptions(dataDirectory, true, true, 0, 0, 0, false, null);
    }

    public EmbeddedClusterOptions withoutKafka() {
        return new EmbeddedClusterOptions(
                dataDirectory, false, zooKeeper, kafkaPort, controllerPort, zooKeeperPort, strictPorts, secureListener);
    }

    public EmbeddedClusterOptions withoutZooKeeper() {
        return new EmbeddedClusterOptions(
                dataDirectory, kafka, false, kafkaPort, controllerPort, zooKeeperPort, strictPorts, secureListener);
    }

    public EmbeddedClusterOptions withKafkaPort(int port) {
        return new EmbeddedClusterOptions(
                dataDirectory, kafka, zooKeeper, port, controllerPort, zooKeeperPort, strictPorts, secureListener);
    }

    public EmbeddedClusterOptions withControllerPort(int port) {
        return new EmbeddedClusterOptions(
                dataDirectory, kafka, zooKeeper, kafkaPort, port, zooKeeperPort, strictPorts, secureListener);
    }

    public EmbeddedClusterOptions withZooKeeperPort(int port) {
        return new EmbeddedClusterOptions(
                dataDirectory, kafka, zooKeeper, kafkaPort, controllerPort, port, strictPorts, secureListener);
    }

    /** A wanted port that is taken becomes an error. */
    public EmbeddedClusterOptions withStrictPorts() {
        return new EmbeddedClusterOptions(
                dataDirectory, kafka, zooKeeper, kafkaPort, controllerPort, zooKeeperPort, true, secureListener);
    }

    public EmbeddedClusterOptions withSecureListener(SecureListener listener) {
        return new EmbeddedClusterOptions(
                dataDirectory, kafka, zooKeeper, kafkaPort, controllerPort, zooKeeperPort, strictPorts, listener);
    }

    private static void requirePort(String name, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    name + " is " + port + ", but a port lies between 0 (any free one) and " + MAX_PORT);
        }
    }

    private static void requireDistinct(String one, int onePort, String other, int otherPort) {
        if (onePort != 0 && onePort == otherPort) {
            throw new IllegalArgumentException(
                    one + " and " + other + " are both " + onePort + ", but each server needs a port of its own");
        }
    }
}
