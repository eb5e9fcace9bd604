package dev.carillon.trigger.leadership;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks whether a latch still has the node with which it queues. One thread asks it. */
final class CuratorLatchCheck {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorLatchCheck.class);
    /** A node that is being made is missing too, for a moment. */
    private static final int LOOKS = 3;

    private final String path;
    private volatile int inLine;
    private boolean denied;
    /** Was without a node when last looked at, and so often in a row. */
    private @Nullable LeaderLatch suspect;

    private int missed;

    CuratorLatchCheck(String path) {
        this.path = path;
    }

    /** How many stood in line when somebody last looked. */
    int inLine() {
        return inLine;
    }

    /** Whether the node has been missing for several looks in a row. */
    boolean isOutOfLine(CuratorFramework client, LeaderLatch latch) throws InterruptedException {
        boolean missing = client.getZookeeperClient().isConnected() && !hasPlace(client, latch);
        missed = !missing ? 0 : suspect == latch ? missed + 1 : 1;
        suspect = latch;
        return missed >= LOOKS;
    }

    /** Whether the last look was refused, as the nodes belong to somebody else. */
    boolean isDenied() {
        return denied;
    }

    /** Whether anybody stands in line; not, where that can't be seen. */
    boolean isAnybodyInLine(CuratorFramework client) {
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
            LOG.debug("could not look who stands in line", e);
            return false; // Whoever queues too soon reads only a little longer when it has won.
        }
    }

    private boolean hasPlace(CuratorFramework client, LeaderLatch latch) throws InterruptedException {
        try {
            // The bare client: it does not try again for minutes while the connection is away.
            ZooKeeper zookeeper = client.getZookeeperClient().getZooKeeper();
            inLine = zookeeper.getChildren(path, false).size();
            String node = latch.getOurPath();
            denied = false;
            Stat found = node == null || node.isEmpty() ? null : zookeeper.exists(node, false);
            return found != null && found.getEphemeralOwner() == zookeeper.getSessionId();
        } catch (KeeperException.NoAuthException e) {
            denied = true; // Told by whoever asks; and whether there is a node can't be seen.
            return true;
        } catch (KeeperException.NoNodeException e) {
            denied = false;
            return false; // The folder went with the last node in it.
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.debug("could not look for our node", e);
            return true; // Nothing is known without a connection, and when it is back the latch looks by itself.
        }
    }
}
