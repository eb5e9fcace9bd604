package dev.carillon.trigger.leadership;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;

/** Opens one session as a trigger would, writes beside the latch, and leaves everything as it was. */
public final class CuratorTrialSession {
    private static final int RETRY_AFTER_MS = 100;

    private final String address;
    private final String folder;
    private final Duration session;
    private final CuratorAccess access;

    /**
     * A session that {@link #make} opens.
     *
     * @param folder the parent of the latch's node
     */
    public CuratorTrialSession(String address, String folder, Duration session, ZookeeperSecurity security) {
        this.access = new CuratorAccess(security, address, folder);
        this.address = address;
        this.folder = folder;
        this.session = session;
    }

    /** Returns when the session is over, or when no server has answered within the time. */
    public TrialSession make(Duration within) throws InterruptedException {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(Math.toIntExact(session.toMillis()))
                .connectionTimeoutMs(Math.toIntExact(Math.min(within.toMillis(), session.toMillis())))
                .retryPolicy(new RetryOneTime(RETRY_AFTER_MS));
        access.configure(builder);
        try (CuratorFramework client = builder.build()) {
            client.start();
            if (!client.blockUntilConnected(Math.toIntExact(within.toMillis()), TimeUnit.MILLISECONDS)) {
                return new TrialSession(null, null);
            }
            int granted = client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
            Deque<String> made = new ArrayDeque<>();
            try {
                write(client, made);
                return new TrialSession(Duration.ofMillis(granted), null);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                return new TrialSession(Duration.ofMillis(granted), String.valueOf(e.getMessage()));
            } finally {
                for (String node : made) {
                    deleteUnlessUsed(client, node);
                }
            }
        }
    }

    /** Writes a node beside the latch: inside it, the node would queue for leadership. */
    private void write(CuratorFramework client, Deque<String> made) throws Exception {
        for (int end = folder.indexOf('/', 1); end > 0; end = folder.indexOf('/', end + 1)) {
            makeUnlessThere(client, folder.substring(0, end), made);
        }
        makeUnlessThere(client, folder, made);
        String probe = folder + "/visit-" + UUID.randomUUID();
        client.create().withMode(CreateMode.EPHEMERAL).forPath(probe);
        client.delete().forPath(probe);
    }

    private static void makeUnlessThere(CuratorFramework client, String node, Deque<String> made) throws Exception {
        if (client.checkExists().forPath(node) == null) {
            client.create().orSetData().forPath(node);
            made.push(node);
        }
    }

    private static void deleteUnlessUsed(CuratorFramework client, String node) throws InterruptedException {
        try {
            client.delete().forPath(node);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // Safe: a trigger has begun to use the node meanwhile, and would have created it itself.
            return;
        }
    }
}
