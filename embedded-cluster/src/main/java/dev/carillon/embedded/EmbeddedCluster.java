package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.START_FAILED;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Kafka broker and a ZooKeeper server in this JVM, on the loopback address, with their data in one directory. */
public final class EmbeddedCluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCluster.class);

    private final DataDirectory directory;
    private final @Nullable EmbeddedKafka kafka;
    private final @Nullable EmbeddedZooKeeper zooKeeper;
    private final List<String> notices;

    private EmbeddedCluster(
            DataDirectory directory,
            @Nullable EmbeddedKafka kafka,
            @Nullable EmbeddedZooKeeper zooKeeper,
            List<String> notices) {
        this.directory = directory;
        this.kafka = kafka;
        this.zooKeeper = zooKeeper;
        this.notices = notices;
    }

    /** Returns when all requested servers accept requests; after a failure none is left running. */
    public static EmbeddedCluster start(EmbeddedClusterOptions options) {
        DataDirectory directory = DataDirectory.open(options.dataDirectory());
        try {
            EmbeddedCluster cluster = prepare(options, directory);
            cluster.startServers();
            return cluster;
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    /** Address of the broker for Kafka clients. */
    public String bootstrapServers() {
        return kafka().bootstrapServers();
    }

    /** Address of ZooKeeper for its clients. */
    public String zooKeeperConnect() {
        return zooKeeper().connect();
    }

    public Path dataDirectory() {
        return directory.path();
    }

    /** The broker, to stop and start it alone. */
    public EmbeddedKafka kafka() {
        if (kafka == null) {
            throw new IllegalStateException("This embedded cluster was started without Kafka");
        }
        return kafka;
    }

    /** ZooKeeper, to stop and start it alone. */
    public EmbeddedZooKeeper zooKeeper() {
        if (zooKeeper == null) {
            throw new IllegalStateException("This embedded cluster was started without ZooKeeper");
        }
        return zooKeeper;
    }

    /** Deviations from the options, such as a port that was taken, as sentences for users. */
    public List<String> notices() {
        return notices;
    }

    /** Stops the broker, then ZooKeeper, and unlocks the directory. A second call does nothing. */
    @Override
    public void close() {
        try {
            if (kafka != null) {
                kafka.stop();
            }
        } finally {
            try {
                if (zooKeeper != null) {
                    zooKeeper.stop();
                }
            } finally {
                directory.close();
            }
        }
    }

    private static EmbeddedCluster prepare(EmbeddedClusterOptions options, DataDirectory directory) {
        ClusterProperties last = directory.readProperties();
        LoopbackPorts ports = new LoopbackPorts(options.strictPorts(), ThreadLocalRandom.current());
        EmbeddedKafka kafka = null;
        EmbeddedZooKeeper zooKeeper = null;
        ClusterProperties now = last;
        if (options.kafka()) {
            String clusterId = format(directory.kafka(), last.clusterId());
            int brokerPort = ports.choose("Kafka", options.kafkaPort(), last.kafkaPort());
            int controllerPort = ports.choose("Kafka's controller", options.controllerPort(), last.controllerPort());
            SecureListener secure = options.secureListener();
            int securePort = secure == null ? 0 : ports.choose("Kafka's secure listener", 0, 0);
            kafka = new EmbeddedKafka(directory.kafka(), clusterId, brokerPort, controllerPort, secure, securePort);
            now = now.withKafka(clusterId, brokerPort, controllerPort);
        }
        if (options.zooKeeper()) {
            int port = ports.choose("ZooKeeper", options.zooKeeperPort(), last.zooKeeperPort());
            zooKeeper = new EmbeddedZooKeeper(directory.zooKeeper(), port);
            now = now.withZooKeeper(port);
        }
        directory.writeProperties(now);
        ports.notices().forEach(LOG::warn);
        return new EmbeddedCluster(directory, kafka, zooKeeper, ports.notices());
    }

    private static String format(Path directory, String wantedClusterId) {
        try {
            return KafkaServer.format(directory, ClusterProperties.NODE_ID, wantedClusterId);
        } catch (Exception e) {
            throw new EmbeddedClusterException(START_FAILED, "Kafka cannot prepare " + directory + ": " + e, e);
        }
    }

    /** Starts both concurrently: ZooKeeper is ready long before Kafka, so it adds no time. */
    private void startServers() {
        CompletableFuture<Void> zooKeeperStart = zooKeeper == null
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.runAsync(zooKeeper::start, task -> new Thread(task, "start-zookeeper").start());
        try {
            if (kafka != null) {
                kafka.start();
            }
            zooKeeperStart.join();
        } catch (RuntimeException | Error e) {
            RuntimeException failure = stopAfterFailedStart(zooKeeperStart, e);
            throw failure;
        }
    }

    private RuntimeException stopAfterFailedStart(CompletableFuture<Void> zooKeeperStart, Throwable failure) {
        zooKeeperStart.handle((done, e) -> "ended").join();
        try {
            if (kafka != null) {
                kafka.stop();
            }
            if (zooKeeper != null) {
                zooKeeper.stop();
            }
        } catch (RuntimeException e) {
            // The first failure is thrown; this one is added to it.
            failure.addSuppressed(e);
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof EmbeddedClusterException known
                ? known
                : new EmbeddedClusterException(START_FAILED, "The embedded cluster did not start: " + cause, cause);
    }
}
