package dev.carillon.standalone.roles;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.SystemTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds back the trigger's start until a ZooKeeper server listens, and logs every 30 s what it waits for. */
public final class ZookeeperGate extends StatefulService {
    private static final Logger LOG = LoggerFactory.getLogger(ZookeeperGate.class);
    private static final int DEFAULT_PORT = 2181;
    private static final int CONNECT_MILLIS = 3_000;
    private static final Duration RETRY_EVERY = Duration.ofSeconds(1);
    private static final Duration LOG_EVERY = Duration.ofSeconds(30);

    private final String connect;
    private final Duration giveUpAfter;

    /**
     * A gate that opens when one of the servers can be reached.
     *
     * @param connect a ZooKeeper connect string: host:port of one or more servers, and perhaps a path
     */
    public ZookeeperGate(String connect, Duration giveUpAfter) {
        super("zookeeper");
        this.connect = connect;
        this.giveUpAfter = giveUpAfter;
    }

    @Override
    protected void startUp() throws InterruptedException {
        Deadline end = Deadline.in(giveUpAfter);
        Optional<Deadline> nextLog = Optional.empty();
        Optional<String> why = whyUnreachable();
        while (why.isPresent()) {
            if (end.isOver()) {
                throw new CodedException(
                        KitErrorCode.ZOOKEEPER_UNREACHABLE,
                        "no ZooKeeper server answers at " + connect + " (" + why.get()
                                + "). Start it, or name another address with --trigger.zookeeper");
            }
            if (nextLog.isEmpty() || nextLog.get().isOver()) {
                LOG.warn("no ZooKeeper server answers at {} ({}); trying again until one does", connect, why.get());
                nextLog = Optional.of(Deadline.in(LOG_EVERY));
            }
            SystemTime.pause().forAtMost(RETRY_EVERY);
            why = whyUnreachable();
        }
        nextLog.ifPresent(logged -> LOG.info("ZooKeeper answers at {}", connect));
    }

    private Optional<String> whyUnreachable() {
        String servers = connect.replaceFirst("/.*", "");
        Optional<String> why = Optional.of("no server is named");
        for (String server : servers.split(",", -1)) {
            why = whyRefused(server.trim());
            if (why.isEmpty()) {
                return why;
            }
        }
        return why;
    }

    private static Optional<String> whyRefused(String server) {
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            String host = colon < 0 ? server : server.substring(0, colon);
            int port = colon < 0 ? DEFAULT_PORT : Integer.parseInt(server.substring(colon + 1));
            InetSocketAddress target = new InetSocketAddress(host, port);
            if (target.isUnresolved()) {
                return Optional.of("the name of " + server + " can't be resolved");
            }
            socket.connect(target, CONNECT_MILLIS);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(server + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return Optional.of(server + " is not host:port");
        }
    }

    @Override
    protected void shutDown(Duration within) {
        // Nothing to release.
    }
}
