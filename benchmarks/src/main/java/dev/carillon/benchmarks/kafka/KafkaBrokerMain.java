package dev.carillon.benchmarks.kafka;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import java.nio.file.Path;

/** An embedded broker and ZooKeeper in a separate process; they end when their standard input does. */
public final class KafkaBrokerMain {
    private KafkaBrokerMain() {}

    /** Starts them in the given directory, and prints their addresses. */
    public static void main(String[] args) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(Path.of(args[0])))) {
            System.out.println(ChildProcess.SIGN + cluster.bootstrapServers() + " " + cluster.zooKeeperConnect());
            while (System.in.read() >= 0) {
                // The parent process writes nothing; its end closes the input.
            }
        }
        System.exit(0);
    }
}
