package dev.carillon.trigger.leadership;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leadership by a latch in ZooKeeper. */
public final class CuratorLeadership implements Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorLeadership.class);
    private static final int FIRST_RETRY_MS = 100;
    private static final int MAX_RETRIES = 29;
    private static final int MAX_RETRY_MS = 2_000;

    private final String address;
    private final String path;
    private final String instance;
    private final Duration session;
    private final CuratorAccess access;
    private final AtomicReference<@Nullable String> term = new AtomicReference<>();
    private volatile Runnable listener = () -> {};
    private @Nullable CuratorFramework client;
    private @Nullable LeaderLatch latch;

    /**
     * A latch at a path, not entered yet.
     *
     * @param instance how this process is called in the latch's node
     */
    public CuratorLeadership(
            String address, String path, String instance, Duration session, ZookeeperSecurity security) {
        this.access = new CuratorAccess(security, address, path);
        this.address = address;
        this.path = path;
        this.instance = instance;
        this.session = session;
    }

    /**
     * Connects. If no server answers within the time, it goes on trying in the background.
     *
     * @throws CodedException ZOOKEEPER_UNREACHABLE, or ZOOKEEPER_ACCESS_DENIED if the latch is not ours
     */
    public synchronized void connect(Duration within) throws Exception {
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
        CuratorFramework existing = client;
        if (existing != null) {
            return existing;
        }
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(Math.toIntExact(session.toMillis()))
                // Time for one server that does not answer and one that does, within a session.
                .connectionTimeoutMs(Math.toIntExact(session.toMillis() / 2))
                .retryPolicy(new ExponentialBackoffRetry(FIRST_RETRY_MS, MAX_RETRIES, MAX_RETRY_MS));
        access.configure(builder);
        CuratorFramework made = builder.build();
        made.start();
        client = made;
        return made;
    }

    @Override
    public synchronized void enter() {
        if (latch != null) {
            return;
        }
        LeaderLatch entered = new LeaderLatch(client(), path, instance);
        entered.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                won(entered);
            }

            @Override
            public void notLeader() {
                // A lost connection ends no term: whoever wins the next one fences this leader, and nothing else does.
                LOG.info("The latch no longer says that {} leads; it goes on until it is fenced", instance);
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

    private void won(LeaderLatch by) {
        String node = by.getOurPath();
        boolean isNew;
        synchronized (this) {
            if (by != latch || node == null) {
                return; // Given up meanwhile.
            }
            // Within the lock, or a term given up just now would come back.
            isNew = !node.equals(term.getAndSet(node));
        }
        if (isNew) {
            listener.run();
        }
    }

    @Override
    public @Nullable String term() {
        return term.get();
    }

    @Override
    public synchronized void giveUp() {
        LeaderLatch left = latch;
        latch = null;
        term.set(null);
        if (left != null) {
            try {
                left.close(LeaderLatch.CloseMode.SILENT);
            } catch (IOException e) {
                // Without a connection the node stays until the session ends; the next in line waits that long.
                LOG.warn("Could not leave the latch at {}: {}", path, e.toString());
            }
        }
    }

    @Override
    public synchronized void giveUpWithSession() {
        giveUp();
        CuratorFramework old = client;
        client = null;
        if (old != null) {
            old.close();
        }
    }

    @Override
    public void whenWon(Runnable toCall) {
        listener = toCall;
    }

    @Override
    public synchronized boolean isConnected() {
        CuratorFramework now = client;
        return now != null && now.getZookeeperClient().isConnected();
    }

    @Override
    public void close() {
        giveUpWithSession();
    }
}
