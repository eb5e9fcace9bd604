package dev.carillon.trigger.leadership;

import dev.carillon.kit.errors.KitErrorCode;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports that the latch belongs to another login now, as when the other instances were given one and this one was not.
 * One thread updates it.
 */
final class CuratorRefusal {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorRefusal.class);
    private static final int LOG_EVERY_CHECKS = 60;

    private final String words;
    private volatile boolean refused;
    private int checks;
    /** The session begun since then: none of its nodes keeps the others from leading. */
    private @Nullable CuratorFramework begunSince;

    CuratorRefusal(String path) {
        this.words = "ZooKeeper denies this instance access to the nodes at " + path
                + ", so it can't queue for leadership: they belong to another name or password. Set"
                + " trigger.zookeeper-username and trigger.zookeeper-password as the other triggers of this namespace"
                + " have them, and restart this one";
    }

    /** Why this instance can't queue, or null. */
    @Nullable
    String words() {
        return refused ? words : null;
    }

    void began(CuratorFramework fresh) {
        begunSince = fresh;
    }

    /** Notes a check; returns whether the session of this client may hold a node that we may no longer delete. */
    boolean mustStandAside(boolean wasRefused, CuratorFramework asked) {
        checks = wasRefused ? checks + 1 : 0;
        refused = wasRefused;
        if (checks % LOG_EVERY_CHECKS == 1) {
            LOG.error("{}: {}", KitErrorCode.ZOOKEEPER_ACCESS_DENIED, words);
        }
        return wasRefused && asked != begunSince;
    }
}
