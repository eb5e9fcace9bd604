package dev.carillon.system.leadership;

import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.trigger.leadership.CuratorLeadership;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** Reads and tampers with the queue for leadership in ZooKeeper, as an operator could by hand. */
final class ZookeeperLine implements AutoCloseable {
    private static final int SESSION_MS = 10_000;
    /** ZooKeeper derives a session's password from its id and this constant, so any client can take it over. */
    private static final long NO_SECRET = 0XB3415C00L;

    private final String address;
    private final String path;
    private final ZooKeeper client;

    ZookeeperLine(String address, TopicNames names) throws Exception {
        this.address = address;
        this.path = CuratorLeadership.path(names.namespace());
        CountDownLatch connected = new CountDownLatch(1);
        this.client = new ZooKeeper(address, SESSION_MS, event -> countIfConnected(event.getState(), connected));
        await(connected);
    }

    private static void countIfConnected(KeeperState state, CountDownLatch connected) {
        if (state == KeeperState.SyncConnected) {
            connected.countDown();
        }
    }

    private static void await(CountDownLatch connected) throws InterruptedException {
        if (!connected.await(RunningCarillon.SOON.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no connection to ZooKeeper");
        }
    }

    /** The nodes in the order of the queue; the first one leads. */
    private List<String> nodes() throws Exception {
        return client.getChildren(path, false).stream()
                .sorted(Comparator.comparing(node -> node.substring(node.lastIndexOf('-'))))
                .toList();
    }

    void awaitInLine(int number) {
        Eventually.that(number + " in line", RunningCarillon.SOON, () -> nodes().size() == number);
    }

    /** Deletes the node at this place, 0 for the leader's, and returns its name. */
    String delete(int place) throws Exception {
        String node = nodes().get(place);
        client.delete(path + "/" + node, -1);
        return node;
    }

    /** Waits for this number of nodes without the given one, since nodes of ended sessions disappear later. */
    void awaitInLineWithout(String node, int number) {
        Eventually.that(number + " in line without " + node, RunningCarillon.SOON, () -> {
            List<String> nodes = nodes();
            return nodes.size() == number && !nodes.contains(node);
        });
    }

    /** Ends the session of the node at this place, as the server does after a timeout. */
    void endSession(int place) throws Exception {
        Stat stat = new Stat();
        client.getData(path + "/" + nodes().get(place), false, stat);
        byte[] password = new byte[16];
        new Random(stat.getEphemeralOwner() ^ NO_SECRET).nextBytes(password);
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper same = new ZooKeeper(
                address,
                SESSION_MS,
                event -> countIfConnected(event.getState(), connected),
                stat.getEphemeralOwner(),
                password);
        await(connected);
        same.close();
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
