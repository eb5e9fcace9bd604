package dev.carillon.embedded;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The embedded broker; it can be stopped and started again on the same data and the same port. */
public final class EmbeddedKafka {

    private final RestartableServer server;
    private final String clusterId;
    private final int securePort;

    EmbeddedKafka(
            Path directory,
            String clusterId,
            int brokerPort,
            int controllerPort,
            @Nullable SecureListener secure,
            int securePort) {
        this.clusterId = clusterId;
        this.securePort = securePort;
        Map<String, String> settings =
                KafkaSettings.of(directory, ClusterProperties.NODE_ID, brokerPort, controllerPort);
        if (secure != null) {
            secure.putInto(settings, securePort);
        }
        this.server = new RestartableServer("Kafka", brokerPort, () -> KafkaServer.start(directory, settings));
    }

    /** Returns when the broker serves requests; does nothing when it does already. */
    public void start() {
        server.start();
    }

    /** Stops the broker in an orderly way; does nothing when it is stopped. */
    public void stop() {
        server.stop();
    }

    public boolean isRunning() {
        return server.state() == RestartableServer.State.RUNNING;
    }

    /** Address for clients, the same after a restart. */
    public String bootstrapServers() {
        return LoopbackPorts.HOST + ":" + server.port();
    }

    /** Address of the listener of {@link EmbeddedClusterOptions#withSecureListener}. */
    public String secureBootstrapServers() {
        if (securePort == 0) {
            throw new IllegalStateException("This embedded broker was started without a secure listener");
        }
        return LoopbackPorts.HOST + ":" + securePort;
    }

    public int port() {
        return server.port();
    }

    public String clusterId() {
        return clusterId;
    }
}
