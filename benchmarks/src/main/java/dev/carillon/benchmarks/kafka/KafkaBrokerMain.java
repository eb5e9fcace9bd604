package dev.carillon.benchmarks.kafka;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import java.nio.file.Path;

/** An embedded broker and ZooKeeper in a process of their own; they end when their standard input does. */
public final class KafkaBrokerMain {
    private KafkaBrokerMain() {}

    /** Starts them in the directory that is named, and says where they listen. */
    public static void main(String[] args) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(Path.of(args[0])))) {
            System.out.println(ChildProcess.SIGN + cluster.bootstrapServers() + " " + cluster.zooKeeperConnect());
            while (System.in.read() >= 0) {
                // Whoever started this one says nothing; when it is gone, the input ends.
            }
        }
        System.exit(0);
    }
}
