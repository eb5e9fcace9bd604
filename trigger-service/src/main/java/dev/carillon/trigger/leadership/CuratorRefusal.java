package dev.carillon.trigger.leadership;

import dev.carillon.kit.errors.KitErrorCode;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that the latch belongs to somebody else now, as when the others have been given a login and this instance has not.
 * One thread moves it on.
 */
final class CuratorRefusal {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorRefusal.class);
    private static final int SAY_EVERY_LOOKS = 60;

    private final String words;
    private volatile boolean refused;
    private int looks;
    /** A session begun since: no node of ours can be left that would keep others from leading. */
    private @Nullable CuratorFramework begunSince;

    CuratorRefusal(String path) {
        this.words = "ZooKeeper gives this instance the nodes at " + path
                + " no more, so it can't queue for leadership: they belong to another name or password. Set"
                + " trigger.zookeeper-username and trigger.zookeeper-password as the other triggers of this namespace"
                + " have them, and start it again";
    }

    /** Why this instance can't queue, or null. */
    @Nullable
    String words() {
        return refused ? words : null;
    }

    void began(CuratorFramework fresh) {
        begunSince = fresh;
    }

    /** After a look; whether the session of this client may hold a node that we have no right to delete any more. */
    boolean mustStandAside(boolean wasRefused, CuratorFramework asked) {
        looks = wasRefused ? looks + 1 : 0;
        refused = wasRefused;
        if (looks % SAY_EVERY_LOOKS == 1) {
            LOG.error("{}: {}", KitErrorCode.ZOOKEEPER_ACCESS_DENIED, words);
        }
        return wasRefused && asked != begunSince;
    }
}
