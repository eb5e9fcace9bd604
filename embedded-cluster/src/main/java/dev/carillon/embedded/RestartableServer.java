package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.START_FAILED;
import static dev.carillon.embedded.EmbeddedClusterException.Problem.STOP_FAILED;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops one server any number of times, on the same data and the same port. */
final class RestartableServer {

    private static final Logger LOG = LoggerFactory.getLogger(RestartableServer.class);
    private static final long STOP_TIMEOUT_MILLIS = 20_000;

    enum State {
        STOPPED,
        STARTING,
        RUNNING,
        STOPPING
    }

    private final String name;
    private final int port;
    private final Callable<? extends LoopbackServer> starter;
    private volatile State state = State.STOPPED;
    private @Nullable LoopbackServer running;

    RestartableServer(String name, int port, Callable<? extends LoopbackServer> starter) {
        this.name = name;
        this.port = port;
        this.starter = starter;
    }

    int port() {
        return port;
    }

    State state() {
        return state;
    }

    /** Does nothing when it runs already. */
    synchronized void start() {
        if (state == State.RUNNING) {
            return;
        }
        if (!LoopbackPorts.isFree(port)) {
            throw LoopbackPorts.taken(name, port);
        }
        state = State.STARTING;
        try {
            running = starter.call();
            state = State.RUNNING;
        } catch (Exception e) {
            state = State.STOPPED;
            throw new EmbeddedClusterException(
                    START_FAILED, "Embedded " + name + " did not start on port " + port + ": " + e, e);
        }
    }

    /** Does nothing when it is stopped already. */
    synchronized void stop() {
        LoopbackServer server = running;
        if (server == null) {
            return;
        }
        state = State.STOPPING;
        running = null;
        Thread stopper = new Thread(server::stop, "stop-embedded-" + name);
        stopper.setDaemon(true);
        stopper.setUncaughtExceptionHandler((thread, e) -> LOG.error("Embedded {} failed while stopping", name, e));
        stopper.start();
        boolean ended = awaitEnd(stopper);
        state = State.STOPPED;
        if (!ended) {
            throw new EmbeddedClusterException(
                    STOP_FAILED,
                    "Embedded " + name + " did not stop within " + STOP_TIMEOUT_MILLIS
                            + " ms; it ends with this process, and its data is kept.");
        }
    }

    private static boolean awaitEnd(Thread stopper) {
        try {
            stopper.join(STOP_TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !stopper.isAlive();
    }
}
