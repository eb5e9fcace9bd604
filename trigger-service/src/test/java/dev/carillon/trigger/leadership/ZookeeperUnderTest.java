package dev.carillon.trigger.leadership;

import dev.carillon.kit.net.UnusedPort;
import dev.carillon.kit.tls.ShellCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.zookeeper.server.NettyServerCnxnFactory;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** A ZooKeeper server, open or with TLS; its TLS settings are system properties of the process. */
final class ZookeeperUnderTest implements AutoCloseable {
    private static final String CERTIFICATES = ProviderRegistry.AUTHPROVIDER_PROPERTY_PREFIX + "x509";

    private final Map<String, String> properties;
    private final ZooKeeperServerEmbedded server;
    private final int port;

    private ZookeeperUnderTest(Path folder, Map<String, String> properties) throws Exception {
        this.properties = properties;
        this.port = UnusedPort.onLoopback();
        properties.forEach(System::setProperty);
        if (properties.containsKey(CERTIFICATES)) {
            ProviderRegistry.addOrUpdateProvider(CERTIFICATES);
        }
        Path home = Files.createTempDirectory(folder, "zookeeper");
        Properties settings = new Properties();
        settings.setProperty("dataDir", home.resolve("data").toString());
        settings.setProperty(properties.isEmpty() ? "clientPortAddress" : "secureClientPortAddress", "127.0.0.1");
        settings.setProperty(properties.isEmpty() ? "clientPort" : "secureClientPort", Integer.toString(port));
        settings.setProperty("tickTime", "500");
        settings.setProperty("admin.enableServer", "false");
        server = ZooKeeperServerEmbedded.builder()
                .baseDir(home)
                .configuration(settings)
                .exitHandler(ExitHandler.LOG_ONLY)
                .build();
        server.start();
    }

    static ZookeeperUnderTest open(Path folder) throws Exception {
        return new ZookeeperUnderTest(folder, Map.of());
    }

    /** A server that also requires a certificate of its clients. */
    static ZookeeperUnderTest encrypted(Path folder, ShellCertificates own, Path trusted) throws Exception {
        return new ZookeeperUnderTest(
                folder,
                Map.of(
                        CERTIFICATES,
                        X509AuthenticationProvider.class.getName(),
                        "zookeeper.serverCnxnFactory",
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
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        server.close();
        properties.keySet().forEach(System::clearProperty);
    }
}
