package dev.carillon.benchmarks.kafka;

import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** A collector in a separate process, set up as {@code carillon run} does, and how far it has come. */
public final class KafkaCollector implements AutoCloseable {
    private final TopicNames names;
    private final Admin admin;
    private final RoleProcess process;

    public KafkaCollector(KafkaTestBed bed, TopicNames names, Path dir) throws IOException {
        String name = names.namespace() + "-collector";
        this.names = names;
        this.admin = bed.clients().admin(name);
        this.process = new RoleProcess(
                "collector",
                name,
                dir,
                RoleProcess.AS_LAUNCHED,
                Map.of(
                        "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                        bed.bootstrapServers(),
                        "CARILLON_TOPICS_NAMESPACE",
                        names.namespace(),
                        "CARILLON_COLLECTOR_STATE_DIR",
                        dir.resolve("state-" + names.namespace()).toString()));
    }

    public void awaitReady() throws Exception {
        process.awaitReady();
    }

    /** How many results it has committed. */
    public long taken() throws Exception {
        return admin
                .listConsumerGroupOffsets(names.namespace() + ".collector")
                .partitionsToOffsetAndMetadata()
                .get()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().topic().equals(names.results()) && entry.getValue() != null)
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    @Override
    public void close() {
        process.close();
        admin.close();
    }
}
