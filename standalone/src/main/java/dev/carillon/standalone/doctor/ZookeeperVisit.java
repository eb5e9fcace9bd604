package dev.carillon.standalone.doctor;

import dev.carillon.standalone.doctor.ZookeeperFact.Refusal;
import dev.carillon.trigger.leadership.CuratorVisit;
import dev.carillon.trigger.leadership.LatchVisit;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import java.time.Duration;
import java.util.Optional;

/** Looks for ZooKeeper as a trigger does. */
final class ZookeeperVisit implements Fact<ZookeeperFact> {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(4);
    private static final int DEFAULT_PORT = 2181;

    private final String connect;
    private final Duration asked;
    private final String path;
    private final ZookeeperSecurity security;

    /**
     * A visit that has not begun.
     *
     * @param path the folder of the latch
     */
    ZookeeperVisit(String connect, Duration asked, String path, ZookeeperSecurity security) {
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
        LatchVisit visit = new CuratorVisit(connect, path, asked, security).make(CONNECT_WITHIN);
        Refusal silence = visit.granted() == null
                ? new Refusal(
                        false,
                        "something listens there, but gave no session within " + CONNECT_WITHIN.toSeconds()
                                + " s; if that port speaks TLS, or none, see trigger.zookeeper-tls.ca-file")
                : null;
        return new ZookeeperFact(connect, asked, visit.granted(), silence, path, visit.refused());
    }

    /** ZooKeeper's client tries for ever and never says why; a closed port is better told by the first look. */
    private Optional<Refusal> whyClosed() {
        String servers = connect.replaceFirst("/.*", "");
        Optional<Refusal> last = Optional.empty();
        for (String server : servers.split(",", -1)) {
            Doorbell.Rung rung = Doorbell.ring(server.trim(), DEFAULT_PORT);
            if (rung.ring() == Doorbell.Ring.OPENED) {
                return Optional.empty();
            }
            boolean nowhere = rung.ring() == Doorbell.Ring.NO_ADDRESS;
            last = Optional.of(new Refusal(
                    nowhere || rung.ring() == Doorbell.Ring.NAME_UNKNOWN,
                    nowhere ? "'" + server + "' is no host:port" : server + ": " + rung.words()));
        }
        return last;
    }
}
