package dev.carillon.trigger.leadership;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that a latch still has its node in the queue. One thread calls it. */
final class CuratorLatchCheck {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorLatchCheck.class);
    /** A node that is just being created is missing for a moment too. */
    private static final int LOOKS = 3;

    private final String path;
    private volatile int inLine;
    private boolean denied;
    /** The latch that was checked last, and how often in a row it had no node. */
    private @Nullable LeaderLatch suspect;

    private int missed;

    CuratorLatchCheck(String path) {
        this.path = path;
    }

    /** How many nodes were in the queue at the last check. */
    int inLine() {
        return inLine;
    }

    /** Whether the node was missing in several checks in a row. */
    boolean isOutOfLine(CuratorFramework client, LeaderLatch latch) throws InterruptedException {
        boolean missing = client.getZookeeperClient().isConnected() && !hasPlace(client, latch);
        missed = !missing ? 0 : suspect == latch ? missed + 1 : 1;
        suspect = latch;
        return missed >= LOOKS;
    }

    /** Whether access was denied at the last check, as the nodes belong to another login. */
    boolean isDenied() {
        return denied;
    }

    /** Whether any instance is queued; false if that can't be seen. */
    boolean isAnyInLine(CuratorFramework client) {
        try {
            return client.getZookeeperClient().isConnected()
                    && !client.getZookeeperClient()
                            .getZooKeeper()
                            .getChildren(path, false)
                            .isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception e) {
            LOG.debug("could not look up the queue for leadership", e);
            return false; // An instance that queues too early only reads longer after it has won.
        }
    }

    private boolean hasPlace(CuratorFramework client, LeaderLatch latch) throws InterruptedException {
        try {
            // The bare client, as Curator's would retry for minutes while the connection is away.
            ZooKeeper zookeeper = client.getZookeeperClient().getZooKeeper();
            inLine = zookeeper.getChildren(path, false).size();
            String node = latch.getOurPath();
            denied = false;
            Stat found = node == null || node.isEmpty() ? null : zookeeper.exists(node, false);
            return found != null && found.getEphemeralOwner() == zookeeper.getSessionId();
        } catch (KeeperException.NoAuthException e) {
            denied = true; // The caller reports it. Whether the node exists can't be seen.
            return true;
        } catch (KeeperException.NoNodeException e) {
            denied = false;
            return false; // ZooKeeper removed the parent after its last child.
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.debug("could not look up the node of this instance", e);
            return true; // Unknown without a connection; when it is back, the latch checks by itself.
        }
    }
}
