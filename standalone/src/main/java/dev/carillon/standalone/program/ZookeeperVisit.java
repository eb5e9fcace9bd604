package dev.carillon.standalone.program;

import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.doctor.fact.ZookeeperFact.Refusal;
import dev.carillon.cli.doctor.source.TcpProbe;
import dev.carillon.trigger.leadership.CuratorTrialSession;
import dev.carillon.trigger.leadership.TrialSession;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import java.time.Duration;
import java.util.Optional;

/** Opens a trial session with ZooKeeper, as a trigger would. */
public final class ZookeeperVisit implements FactSource<ZookeeperFact> {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(4);
    private static final int DEFAULT_PORT = 2181;

    private final String connect;
    private final Duration asked;
    private final String path;
    private final ZookeeperSecurity security;

    /**
     * Prepares a trial session.
     *
     * @param path the ZooKeeper path of the leader latch
     */
    public ZookeeperVisit(String connect, Duration asked, String path, ZookeeperSecurity security) {
        this.security = security;
        this.connect = connect;
        this.asked = asked;
        this.path = path;
    }

    @Override
    public ZookeeperFact gather() throws InterruptedException {
        Optional<Refusal> closed = whyClosed();
        if (closed.isPresent()) {
            return new ZookeeperFact(connect, asked, null, closed.get(), path, null);
        }
        TrialSession trial = new CuratorTrialSession(connect, path, asked, security).make(CONNECT_WITHIN);
        Refusal noSession = trial.granted() == null
                ? new Refusal(
                        false,
                        "the port is open, but no session was granted within " + CONNECT_WITHIN.toSeconds()
                                + " s; check whether it expects TLS: trigger.zookeeper-tls.ca-file")
                : null;
        return new ZookeeperFact(connect, asked, trial.granted(), noSession, path, trial.refused());
    }

    /** Probes the ports first: ZooKeeper's client retries forever and never reports why. */
    private Optional<Refusal> whyClosed() {
        String servers = connect.replaceFirst("/.*", "");
        Optional<Refusal> last = Optional.empty();
        for (String server : servers.split(",", -1)) {
            TcpProbe.Rung probe = TcpProbe.connect(server.trim(), DEFAULT_PORT);
            if (probe.outcome() == TcpProbe.Ring.OPENED) {
                return Optional.empty();
            }
            boolean noAddress = probe.outcome() == TcpProbe.Ring.NO_ADDRESS;
            last = Optional.of(new Refusal(
                    noAddress || probe.outcome() == TcpProbe.Ring.NAME_UNKNOWN,
                    noAddress ? "'" + server + "' is not host:port" : server + ": " + probe.message()));
        }
        return last;
    }
}
