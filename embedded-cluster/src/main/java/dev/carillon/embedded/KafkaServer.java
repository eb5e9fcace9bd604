package dev.carillon.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kafka's own server in combined mode: broker and controller in one. */
final class KafkaServer implements LoopbackServer {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaServer.class);
    private static final String META_PROPERTIES = "meta.properties";

    private final KafkaNode node;

    private KafkaServer(KafkaNode node) {
        this.node = node;
    }

    /** Returns when the broker serves requests. */
    static KafkaServer start(Path directory, Map<String, String> settings) throws Exception {
        Properties properties = new Properties();
        properties.putAll(settings);
        logBeforeHalt(directory);
        KafkaNode node = new KafkaNode(KafkaConfig.fromProps(properties, false));
        try {
            node.start();
            KafkaInternalTopics.createUnlessPresent(directory, settings);
            return new KafkaServer(node);
        } catch (RuntimeException | Error e) {
            stopAfterFailedStart(node, e);
            throw e;
        }
    }

    /** Prepares an empty directory for Kafka; a prepared one stays unchanged. Returns the cluster id. */
    static String format(Path directory, int nodeId, String wantedClusterId) throws Exception {
        Files.createDirectories(directory);
        Path meta = directory.resolve(META_PROPERTIES);
        if (Files.exists(meta)) {
            return clusterId(meta);
        }
        String clusterId = wantedClusterId.isEmpty() ? Uuid.randomUuid().toString() : wantedClusterId;
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(nowhere)
                    .setSupportedFeatures(List.copyOf(Feature.PRODUCTION_FEATURES))
                    .setNodeId(nodeId)
                    .setClusterId(clusterId)
                    .setDirectories(List.of(directory.toString()))
                    .setMetadataLogDirectory(directory.toString())
                    .setControllerListenerName(KafkaSettings.CONTROLLER_LISTENER)
                    .setIgnoreFormatted(true)
                    .setHasDynamicQuorum(false)
                    .run();
        }
        return clusterId;
    }

    @Override
    public void stop() {
        node.stop();
    }

    private static String clusterId(Path meta) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(meta, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return properties.getProperty("cluster.id", "");
    }

    private static void stopAfterFailedStart(KafkaNode node, Throwable failure) {
        try {
            node.stop();
        } catch (RuntimeException | Error e) {
            // The first failure is thrown; this one is added to it.
            failure.addSuppressed(e);
        }
    }

    /** Kafka halts the JVM when its only data directory fails; this logs the reason before. */
    private static void logBeforeHalt(Path directory) {
        Exit.setHaltProcedure((status, message) -> {
            LOG.error(
                    "Embedded Kafka can't go on and halts this process with status {}: its data directory {} failed, or"
                            + " the broker had a fatal fault ({}). Check free space and permissions there, then start"
                            + " again; committed data is kept.",
                    status,
                    directory,
                    message == null ? "see the lines above" : message);
            Runtime.getRuntime().halt(status);
        });
    }
}
