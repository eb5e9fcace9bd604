package dev.carillon.embedded;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.utils.Time;

/** A separate process that runs a cluster until it is killed in the middle of a transaction. */
final class ClusterProgram {

    static final int COMMITTED = 100;
    static final int TOPICS = 12;
    static final int PARTITIONS = 12;
    static final String TOPIC = "survivor";

    private ClusterProgram() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try {
            EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(Path.of(args[0])));
            out.println("READY " + sinceJvmStart());
            leaveTransactionOpen(new KafkaProbe(cluster.bootstrapServers()), out);
        } catch (EmbeddedClusterException e) {
            out.println(e.problem() + " " + e.getMessage());
            Runtime.getRuntime().halt(1);
        }
    }

    private static void leaveTransactionOpen(KafkaProbe probe, PrintStream out) throws Exception {
        probe.createTopic(TOPIC, 1, Map.of());
        for (int i = 0; i < TOPICS; i++) {
            probe.createTopic("topic-" + i, PARTITIONS, Map.of());
        }
        try (KafkaProducer<String, String> producer = probe.transactionalProducer("survivor")) {
            producer.beginTransaction();
            KafkaProbe.send(producer, TOPIC, COMMITTED);
            producer.commitTransaction();
            out.println("COMMITTED " + sinceJvmStart());
            producer.beginTransaction();
            KafkaProbe.send(producer, TOPIC, 50);
            for (int i = 0; i < TOPICS; i++) {
                KafkaProbe.send(producer, "topic-" + i, 100);
            }
            out.println("OPEN " + sinceJvmStart());
            new CountDownLatch(1).await();
        }
    }

    private static long sinceJvmStart() {
        return Time.SYSTEM.milliseconds() - ManagementFactory.getRuntimeMXBean().getStartTime();
    }
}
