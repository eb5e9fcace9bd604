package dev.carillon.trigger.leadership;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.trigger.Watermark;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leadership by a latch in ZooKeeper. */
public final class CuratorLeadership implements Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorLeadership.class);

    private final String address;
    private final String path;
    private final String instance;
    private final Duration session;
    private final CuratorAccess access;
    private final CuratorLatchCheck check;
    private final CuratorRefusal refusal;
    /** Allows one change at a time. ZooKeeper's thread must not take it, as it holds the latch's own lock already. */
    private final ReentrantLock changes = new ReentrantLock();
    /** Held for a moment only, and never while the latch is called. */
    private final Object election = new Object();

    private volatile Runnable listener = () -> {};
    private volatile @Nullable CuratorFramework client;
    private volatile @Nullable LeaderLatch latch;
    private volatile @Nullable String term;

    /** The folder of the latch for a namespace of topics. */
    public static String folder(String namespace) {
        return "/carillon/" + namespace + "/trigger/" + Watermark.ONLY_SHARD;
    }

    /** The path of the latch for a namespace of topics. */
    public static String path(String namespace) {
        return folder(namespace) + "/leader";
    }

    /**
     * A latch at a path that is not queued yet.
     *
     * @param instance the name of this process in the latch's node
     */
    public CuratorLeadership(
            String address, String path, String instance, Duration session, ZookeeperSecurity security) {
        this.access = new CuratorAccess(security, address, path);
        this.check = new CuratorLatchCheck(path);
        this.refusal = new CuratorRefusal(path);
        this.address = address;
        this.path = path;
        this.instance = instance;
        this.session = session;
    }

    /**
     * Connects. If no server answers within the time, it goes on trying in the background.
     *
     * @throws CodedException ZOOKEEPER_UNREACHABLE, or ZOOKEEPER_ACCESS_DENIED if the latch belongs to another login
     */
    public void connect(Duration within) throws Exception {
        CuratorFramework connecting = client();
        if (!connecting.blockUntilConnected(Math.toIntExact(within.toMillis()), TimeUnit.MILLISECONDS)) {
            throw new CodedException(
                    KitErrorCode.ZOOKEEPER_UNREACHABLE,
                    "no ZooKeeper server answers at " + address + " within " + within.toSeconds()
                            + " s. Start it, name another address with --trigger.zookeeper" + access.hint());
        }
        access.requireOurs(connecting);
    }

    private CuratorFramework client() {
        changes.lock();
        try {
            CuratorFramework existing = client;
            CuratorFramework used = existing != null ? existing : access.connecting(session);
            client = used;
            return used;
        } finally {
            changes.unlock();
        }
    }

    @Override
    public void enter() {
        inTurn(() -> {
            if (latch == null) {
                queue();
            }
        });
    }

    private void inTurn(Runnable change) {
        changes.lock();
        try {
            change.run();
        } finally {
            changes.unlock();
        }
    }

    private void queue() {
        LeaderLatch entered = new LeaderLatch(client(), path, instance);
        entered.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                won(entered);
            }

            @Override
            public void notLeader() {
                // A lost connection ends no term: only the fence of the next leader does.
                LOG.info("{} is no longer elected; it goes on leading until the next leader fences it", instance);
            }
        });
        latch = entered;
        try {
            entered.start();
        } catch (Exception e) {
            latch = null;
            throw new IllegalStateException("could not queue for leadership at " + path, e);
        }
    }

    /** Called with the latch's lock: a thread that closes a latch while it holds a lock used here would deadlock. */
    private void won(LeaderLatch by) {
        String node = by.getOurPath();
        boolean isNew;
        synchronized (election) {
            // False for a latch that was given up meanwhile.
            isNew = by == latch && node != null && !node.equals(term);
            term = isNew ? node : term;
        }
        if (isNew) {
            listener.run();
        }
    }

    @Override
    public @Nullable String term() {
        return term;
    }

    @Override
    public void giveUp() {
        inTurn(() -> leave(true));
    }

    /** Leaves the queue. If the term does not end, a leader goes on until it is fenced. */
    private void leave(boolean endsTerm) {
        LeaderLatch left;
        synchronized (election) {
            left = latch;
            latch = null;
            term = endsTerm ? null : term;
        }
        if (left != null) {
            try {
                left.close(LeaderLatch.CloseMode.SILENT);
            } catch (IOException e) {
                // Without a connection the node stays until the session ends; the next in line waits that long.
                LOG.warn("Could not leave the queue for leadership at {}: {}", path, e.toString());
            }
        }
    }

    @Override
    public void giveUpWithSession() {
        inTurn(() -> {
            leave(true);
            endSession();
        });
    }

    private void endSession() {
        CuratorFramework old = client;
        client = null;
        if (old != null) {
            old.close();
        }
    }

    /**
     * Queues again if the node of this instance was missing in several checks in a row: it was deleted, or it ended
     * with a session unnoticed. A term that was won goes on.
     *
     * @return whether it queued again
     */
    boolean requeueIfMissing() throws InterruptedException {
        CuratorFramework asked = client;
        LeaderLatch queued = latch;
        if (asked == null || queued == null) {
            return false;
        }
        boolean outOfLine = check.isOutOfLine(asked, queued);
        if (refusal.mustStandAside(check.isDenied(), asked)) {
            standAside(queued);
        }
        if (!outOfLine) {
            return false;
        }
        LOG.warn("The node of {} in the queue for leadership at {} is gone; it queues again", instance, path);
        inTurn(() -> {
            if (latch == queued) {
                leave(false);
                queue();
            }
        });
        return true;
    }

    /** Ends the session, as only that removes a node that we may not delete: it would keep the others from leading. */
    private void standAside(LeaderLatch queued) {
        inTurn(() -> {
            if (latch == queued) {
                leave(false);
                endSession();
                refusal.began(client());
                queue();
            }
        });
    }

    @Override
    public @Nullable String refused() {
        return refusal.words();
    }

    @Override
    public boolean hasSuccessor() {
        return check.inLine() > 1 && isConnected();
    }

    @Override
    public boolean hasOthersInLine() {
        CuratorFramework asked = client;
        return asked != null && check.isAnyInLine(asked);
    }

    @Override
    public void whenWon(Runnable toCall) {
        listener = toCall;
    }

    @Override
    public boolean isConnected() {
        CuratorFramework now = client;
        return now != null && now.getZookeeperClient().isConnected();
    }

    @Override
    public void close() {
        giveUpWithSession();
    }
}
