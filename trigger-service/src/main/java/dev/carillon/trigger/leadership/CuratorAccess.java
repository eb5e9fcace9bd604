package dev.carillon.trigger.leadership;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.tls.StoreType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.ClientCnxnSocketNetty;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the connection to ZooKeeper, and protects the latch's nodes with a login.
 *
 * <p>With a login, the namespace's node and all below it belong to that login: other clients can't read, write or
 * delete there. The root above stays open, as other namespaces may have other logins; it can't be deleted while it has
 * children.
 */
final class CuratorAccess {
    private static final String SHARED_ROOT = "/carillon";
    private static final int FIRST_RETRY_MS = 100;
    private static final int MAX_RETRIES = 29;
    private static final int MAX_RETRY_MS = 2_000;

    // Not List.of: ZooKeeper asks these lists whether they hold null.
    /** All rights for the login that creates the node: "auth" stands for the login of the session. */
    private static final List<ACL> OURS = Collections.singletonList(new ACL(Perms.ALL, new Id("auth", "")));

    private static final List<ACL> OPEN = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));

    private final ZookeeperSecurity security;
    private final String address;
    private final String path;

    CuratorAccess(ZookeeperSecurity security, String address, String path) {
        this.security = security;
        this.address = address;
        this.path = path;
    }

    /** A client that goes on trying to connect until it is closed. */
    CuratorFramework connecting(Duration session) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(Math.toIntExact(session.toMillis()))
                // Time for one server that does not answer and one that does, within a session.
                .connectionTimeoutMs(Math.toIntExact(session.toMillis() / 2))
                .retryPolicy(new ExponentialBackoffRetry(FIRST_RETRY_MS, MAX_RETRIES, MAX_RETRY_MS));
        configure(builder);
        CuratorFramework made = builder.build();
        made.start();
        return made;
    }

    void configure(CuratorFrameworkFactory.Builder builder) {
        if (security.username() != null) {
            String login = security.username() + ":" + security.password();
            builder.authorization("digest", login.getBytes(StandardCharsets.UTF_8))
                    .aclProvider(new OurNodes());
        }
        Path ca = security.caFile();
        if (ca != null) {
            builder.zkClientConfig(tls(ca));
        }
    }

    private ZKClientConfig tls(Path ca) {
        ZKClientConfig tls = new ZKClientConfig();
        tls.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        tls.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, ClientCnxnSocketNetty.class.getName());
        store(tls, "zookeeper.ssl.trustStore", ca, security.caPassword());
        store(tls, "zookeeper.ssl.keyStore", security.certificateFile(), security.keyPassword());
        tls.setProperty("zookeeper.ssl.hostnameVerification", Boolean.toString(security.checkHostName()));
        return tls;
    }

    /** Sets all of them, as ZooKeeper takes missing ones from the system properties of the process. */
    private static void store(ZKClientConfig tls, String prefix, @Nullable Path file, @Nullable String password) {
        tls.setProperty(prefix + ".location", file == null ? "" : file.toString());
        tls.setProperty(prefix + ".type", file == null ? "" : StoreType.of(file).name());
        tls.setProperty(prefix + ".password", password == null ? "" : password);
        tls.setProperty(prefix + ".passwordPath", "");
    }

    /**
     * Makes sure that the latch's nodes exist and belong to this login; nodes that were open are taken over.
     *
     * @throws CodedException ZOOKEEPER_ACCESS_DENIED if they belong to another login
     */
    void requireOurs(CuratorFramework client) throws Exception {
        try {
            if (security.hasLogin()) {
                create(client);
                for (String node : ours()) {
                    client.setACL().withACL(OURS).forPath(node);
                }
            } else if (client.checkExists().forPath(path) != null) {
                client.getChildren().forPath(path);
            }
        } catch (KeeperException.NoAuthException e) {
            throw new CodedException(
                    KitErrorCode.ZOOKEEPER_ACCESS_DENIED,
                    "ZooKeeper at " + address + " denies " + client() + " access to the node " + e.getPath()
                            + ": it belongs to another name or password. Set trigger.zookeeper-username and"
                            + " trigger.zookeeper-password as the other triggers of this namespace have them",
                    e);
        } catch (KeeperException.NoNodeException e) {
            // ZooKeeper removes empty containers from time to time: the latch creates its nodes again, with this login.
            return;
        }
    }

    private void create(CuratorFramework client) throws Exception {
        try {
            client.create()
                    .creatingParentContainersIfNeeded()
                    .withMode(CreateMode.CONTAINER)
                    .forPath(path);
        } catch (KeeperException.NodeExistsException e) {
            // It usually exists.
            return;
        }
    }

    private List<String> ours() {
        List<String> nodes = new ArrayList<>();
        for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            nodes.add(path.substring(0, end));
        }
        nodes.add(path);
        nodes.remove(SHARED_ROOT);
        return nodes;
    }

    private String client() {
        return security.hasLogin() ? "the user " + security.username() : "a client without a login";
    }

    /** What else to check if no server answers. */
    String hint() {
        return security.encrypts()
                ? ", or check trigger.zookeeper-tls.ca-file and whether that port speaks TLS"
                : "; if that port speaks TLS, set trigger.zookeeper-tls.ca-file";
    }

    /** The rights on each node that this client creates. */
    private static final class OurNodes implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return OURS;
        }

        @Override
        public List<ACL> getAclForPath(String node) {
            return node.equals(SHARED_ROOT) ? OPEN : OURS;
        }
    }
}
