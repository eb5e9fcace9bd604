package dev.carillon.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** The client operations on ZooKeeper that the tests need. */
final class ZookeeperProbe implements AutoCloseable {

    private static final int SESSION_MILLIS = 4_000;
    private static final int ALL_RIGHTS = 31;
    // ZooDefs.Ids has the same, but its class file has annotations that javac can't resolve.
    private static final List<ACL> ANYONE = Collections.singletonList(new ACL(ALL_RIGHTS, new Id("world", "anyone")));

    private final ZooKeeper client;

    private ZookeeperProbe(ZooKeeper client) {
        this.client = client;
    }

    static ZookeeperProbe connect(String address) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(address, SESSION_MILLIS, event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        if (!connected.await(10, TimeUnit.SECONDS)) {
            client.close();
            throw new IllegalStateException("ZooKeeper at " + address + " does not answer");
        }
        return new ZookeeperProbe(client);
    }

    void create(String path, String value) throws Exception {
        client.create(path, value.getBytes(StandardCharsets.UTF_8), ANYONE, CreateMode.PERSISTENT);
    }

    String read(String path) throws Exception {
        return new String(client.getData(path, false, null), StandardCharsets.UTF_8);
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
