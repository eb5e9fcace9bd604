package dev.carillon.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** ZooKeeper's own server, standalone. */
final class ZookeeperServer implements LoopbackServer {

    private static final long START_TIMEOUT_MILLIS = 15_000;
    private static final String CONFIGURATIONS = "zookeeper.configuration*.properties";

    private final ZooKeeperServerEmbedded server;

    private ZookeeperServer(ZooKeeperServerEmbedded server) {
        this.server = server;
    }

    /** Returns when clients can connect. */
    static ZookeeperServer start(Path directory, int port) throws Exception {
        Files.createDirectories(directory);
        deleteOldConfigurations(directory);
        ZooKeeperServerEmbedded server = ZooKeeperServerEmbedded.builder()
                .baseDir(directory)
                .configuration(settings(directory, port))
                .exitHandler(ExitHandler.LOG_ONLY)
                .build();
        server.start(START_TIMEOUT_MILLIS);
        return new ZookeeperServer(server);
    }

    @Override
    public void stop() {
        server.close();
    }

    static Properties settings(Path directory, int port) {
        Properties settings = new Properties();
        settings.setProperty("dataDir", directory.resolve("data").toString());
        settings.setProperty("clientPortAddress", LoopbackPorts.HOST);
        settings.setProperty("clientPort", Integer.toString(port));
        // The shortest session timeout is two ticks: 1 s.
        settings.setProperty("tickTime", "500");
        settings.setProperty("maxSessionTimeout", "60000");
        // All clients have one address, so the limit is on all connections instead of those per address.
        settings.setProperty("maxClientCnxns", "0");
        settings.setProperty("maxCnxns", "1000");
        settings.setProperty("admin.enableServer", "false");
        settings.setProperty("metricsProvider.className", "org.apache.zookeeper.metrics.impl.NullMetricsProvider");
        settings.setProperty("autopurge.snapRetainCount", "3");
        settings.setProperty("autopurge.purgeInterval", "24");
        // In KB; the default allocates 64 MB of disk for each log file.
        settings.setProperty("preAllocSize", "1024");
        settings.setProperty("nio.numSelectorThreads", "1");
        settings.setProperty("nio.numWorkerThreads", "2");
        return settings;
    }

    /** ZooKeeper writes a file at each start and never removes it. */
    private static void deleteOldConfigurations(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, CONFIGURATIONS)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }
}
