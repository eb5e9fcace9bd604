package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.DATA_DIRECTORY_IN_USE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class KilledClusterTest {

    private static final Logger LOG = LoggerFactory.getLogger(KilledClusterTest.class);
    private static final long BOUND_MILLIS = 20_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void committedRecordsSurviveAKillInTheMidstOfATransaction() throws Exception {
        try (ClusterProcess child = ClusterProcess.start(directory)) {
            LOG.info("Own JVM: ready {} ms after its start", child.await("READY"));
            LOG.info("Own JVM: first transaction committed {} ms after its start", child.await("COMMITTED"));
            child.await("OPEN");
            refusesASecondClusterHere();
            child.kill();
        }
        long start = Time.SYSTEM.milliseconds();
        try (EmbeddedCluster cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(directory))) {
            long ready = Time.SYSTEM.milliseconds();
            KafkaProbe kafka = new KafkaProbe(cluster.bootstrapServers());
            // The next producer with this id ends the transaction that the killed one left open.
            kafka.commit(ClusterProgram.TOPIC, "survivor", 1);
            long committed = Time.SYSTEM.milliseconds();
            LOG.info("After the kill: ready after {} ms, committed after {} ms", ready - start, committed - start);
            assertThat(kafka.committedValues(ClusterProgram.TOPIC)).hasSize(ClusterProgram.COMMITTED + 1);
            assertThat(committed - start).isLessThan(BOUND_MILLIS);
        }
    }

    @Test
    void aFailedDataDirectoryEndsTheProcessWithALoggedReason() throws Exception {
        try (ClusterProcess child = ClusterProcess.start(directory)) {
            child.await("OPEN");
            Path kafka = directory.resolve("kafka");
            Files.move(kafka, directory.resolve("gone"));
            Files.createFile(kafka);
            ClusterProperties properties = ClusterProperties.read(directory);
            try (Admin admin = new KafkaProbe(LoopbackPorts.HOST + ":" + properties.kafkaPort()).admin()) {
                // The broker can't create the topic's log and halts, so this request gets no answer.
                admin.createTopics(List.of(new NewTopic("too-late", 1, (short) 1)));
                child.awaitContaining("Embedded Kafka can't go on and halts this process with status 1: its data"
                        + " directory " + kafka);
                assertThat(child.awaitExit()).isEqualTo(1);
                admin.close(Duration.ZERO);
            }
        }
    }

    @Test
    void aSecondProcessOnTheSameDirectoryIsRefused() throws Exception {
        EmbeddedClusterOptions options = EmbeddedClusterOptions.in(directory).withoutKafka();
        try (EmbeddedCluster cluster = EmbeddedCluster.start(options);
                ClusterProcess second = ClusterProcess.start(directory)) {
            assertThat(second.await(DATA_DIRECTORY_IN_USE.name()))
                    .contains(cluster.dataDirectory().toString())
                    .contains("process " + ProcessHandle.current().pid());
            assertThat(second.awaitExit()).isEqualTo(1);
        }
    }

    private void refusesASecondClusterHere() {
        assertThatExceptionOfType(EmbeddedClusterException.class)
                .isThrownBy(() -> EmbeddedCluster.start(EmbeddedClusterOptions.in(directory)))
                .satisfies(e -> assertThat(e.problem()).isEqualTo(DATA_DIRECTORY_IN_USE));
    }
}
