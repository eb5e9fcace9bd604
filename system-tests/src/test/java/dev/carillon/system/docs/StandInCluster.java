package dev.carillon.system.docs;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs Kafka and ZooKeeper in their own process, as the cluster that a reader already has. */
final class StandInCluster {
    private StandInCluster() {}

    /** Writes its addresses to a file, and runs until its standard input ends, as it does when the test ends. */
    public static void main(String[] arguments) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(Path.of(arguments[0])))) {
            Files.writeString(
                    Path.of(arguments[1]), cluster.bootstrapServers() + " " + cluster.zooKeeperConnect() + "\n");
            while (System.in.read() >= 0) {
                // Only the end of the input matters.
            }
        }
    }
}
