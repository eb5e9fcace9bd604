package dev.carillon.benchmarks.failover;

import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.leadership.CuratorLeadership;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** Reads, deletes and ends the latch nodes with which triggers compete for leadership. */
final class ZookeeperLatchNodes implements AutoCloseable {
    private static final int SESSION_MS = 10_000;
    private static final long CONNECT_SECONDS = 20;
    /** ZooKeeper derives a session's password from its number and this value, so any client can take over a session. */
    private static final long NO_SECRET = 0XB3415C00L;

    private static final int PASSWORD_BYTES = 16;

    private final String address;
    private final String path;
    private ZooKeeper client;

    ZookeeperLatchNodes(String address, TopicNames names) throws Exception {
        this.address = address;
        this.path = CuratorLeadership.path(names.namespace());
        this.client = connect();
    }

    private ZooKeeper connect() throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper made = new ZooKeeper(address, SESSION_MS, event -> countIfConnected(event.getState(), connected));
        await(connected);
        return made;
    }

    /** An outage of minutes ends a session; then this client, unlike the triggers', needs a new one. */
    private ZooKeeper client() throws IOException, InterruptedException {
        if (!client.getState().isAlive()) {
            client.close();
            client = connect();
        }
        return client;
    }

    private static void countIfConnected(KeeperState state, CountDownLatch connected) {
        if (state == KeeperState.SyncConnected) {
            connected.countDown();
        }
    }

    private void await(CountDownLatch connected) throws InterruptedException {
        if (!connected.await(CONNECT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no connection to ZooKeeper at " + address);
        }
    }

    /** The nodes in latch order: the first one leads. */
    List<String> inLine() throws IOException, KeeperException, InterruptedException {
        return client().getChildren(path, false).stream()
                .sorted(Comparator.comparing(node -> node.substring(node.lastIndexOf('-'))))
                .toList();
    }

    void delete(String node) throws IOException, KeeperException, InterruptedException {
        client().delete(path + "/" + node, -1);
    }

    /** Ends the session that made this node, as the server does with a session that has been silent for too long. */
    void endSession(String node) throws Exception {
        Stat stat = new Stat();
        client().getData(path + "/" + node, false, stat);
        byte[] password = new byte[PASSWORD_BYTES];
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
