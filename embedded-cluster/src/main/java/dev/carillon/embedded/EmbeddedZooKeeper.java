package dev.carillon.embedded;

import java.nio.file.Path;

/** The embedded ZooKeeper; it can be stopped and started again on the same data and the same port. */
public final class EmbeddedZooKeeper {

    private final RestartableServer server;

    EmbeddedZooKeeper(Path directory, int port) {
        this.server = new RestartableServer("ZooKeeper", port, () -> ZookeeperServer.start(directory, port));
    }

    /** Returns when clients can connect; does nothing when they can already. */
    public void start() {
        server.start();
    }

    /** Stops the server in an orderly way; sessions live on until their time-out. Does nothing when it is stopped. */
    public void stop() {
        server.stop();
    }

    public boolean isRunning() {
        return server.state() == RestartableServer.State.RUNNING;
    }

    /** Address for clients, the same after a restart. */
    public String connect() {
        return LoopbackPorts.HOST + ":" + server.port();
    }

    public int port() {
        return server.port();
    }
}
