package dev.carillon.system.docs;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Kafka and a ZooKeeper in a process of their own, in place of those that a reader has already. */
final class StandInCluster {
    private StandInCluster() {}

    /** Says in a file where it is, and runs until its input ends, as it does when the test that started it is gone. */
    public static void main(String[] arguments) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(Path.of(arguments[0])))) {
            Files.writeString(
                    Path.of(arguments[1]), cluster.bootstrapServers() + " " + cluster.zooKeeperConnect() + "\n");
            while (System.in.read() >= 0) {
                // Nobody says anything; only the end counts.
            }
        }
    }
}
