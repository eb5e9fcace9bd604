package dev.carillon.embedded;

import java.nio.file.Path;

/** The embedded broker; it can be stopped and started again on the same data and the same port. */
public final class EmbeddedKafka {

    private final RestartableServer server;
    private final String clusterId;

    EmbeddedKafka(Path directory, String clusterId, int brokerPort, int controllerPort) {
        this.clusterId = clusterId;
        this.server = new RestartableServer(
                "Kafka",
                brokerPort,
                () -> KafkaServer.start(
                        directory, KafkaSettings.of(directory, ClusterProperties.NODE_ID, brokerPort, controllerPort)));
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

    public int port() {
        return server.port();
    }

    public String clusterId() {
        return clusterId;
    }
}
