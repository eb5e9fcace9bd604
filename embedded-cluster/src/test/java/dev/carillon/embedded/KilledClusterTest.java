package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.DATA_DIRECTORY_IN_USE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
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
            // The owner's return ends the transaction that the killed one left open.
            kafka.commit(ClusterProgram.TOPIC, "survivor", 1);
            long committed = Time.SYSTEM.milliseconds();
            LOG.info("After the kill: ready after {} ms, committed after {} ms", ready - start, committed - start);
            assertThat(kafka.committedValues(ClusterProgram.TOPIC)).hasSize(ClusterProgram.COMMITTED + 1);
            assertThat(committed - start).isLessThan(BOUND_MILLIS);
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
