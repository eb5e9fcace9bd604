package dev.carillon.trigger.leadership;

import dev.carillon.kit.tls.ShellCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.zookeeper.server.NettyServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;

/** A server of our own, open or with TLS; its way of being told about TLS are properties of the process. */
final class ZookeeperUnderTest implements AutoCloseable {
    private static final int TICK_MS = 500;
    private static final int CONNECTIONS = 50;
    private static final String CERTIFICATES = ProviderRegistry.AUTHPROVIDER_PROPERTY_PREFIX + "x509";

    private final Map<String, String> properties;
    private final ServerCnxnFactory factory;

    private ZookeeperUnderTest(Path folder, Map<String, String> properties) throws Exception {
        this.properties = properties;
        properties.forEach(System::setProperty);
        if (properties.containsKey(CERTIFICATES)) {
            ProviderRegistry.addOrUpdateProvider(CERTIFICATES);
        }
        Path data = Files.createTempDirectory(folder, "zookeeper");
        factory = ServerCnxnFactory.createFactory();
        factory.configure(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                CONNECTIONS,
                CONNECTIONS,
                !properties.isEmpty());
        factory.startup(new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MS));
    }

    static ZookeeperUnderTest open(Path folder) throws Exception {
        return new ZookeeperUnderTest(folder, Map.of());
    }

    /** One that wants a certificate of its clients too. */
    static ZookeeperUnderTest encrypted(Path folder, ShellCertificates own, Path trusted) throws Exception {
        return new ZookeeperUnderTest(
                folder,
                Map.of(
                        CERTIFICATES,
                        X509AuthenticationProvider.class.getName(),
                        ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY,
                        NettyServerCnxnFactory.class.getName(),
                        "zookeeper.ssl.keyStore.location",
                        own.both().toString(),
                        "zookeeper.ssl.keyStore.type",
                        "PEM",
                        "zookeeper.ssl.trustStore.location",
                        trusted.toString(),
                        "zookeeper.ssl.trustStore.type",
                        "PEM",
                        "zookeeper.ssl.clientAuth",
                        "need"));
    }

    String address() {
        return "127.0.0.1:" + factory.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        factory.shutdown();
        properties.keySet().forEach(System::clearProperty);
    }
}
