package dev.carillon.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that were being committed when the process ended are completed at the next start, on all partitions. */
final class KilledCommitsTest {

    private static final int KILLS = 2;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    @Timeout(value = 150, unit = TimeUnit.SECONDS)
    void commitsCutShortByAKillHideNothingFromReadersAfterwards() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            try (ClusterProcess child = ClusterProcess.start(directory, CommittingProgram.class)) {
                child.await("COMMITTING");
                child.kill();
            }
        }
        EmbeddedClusterOptions options = EmbeddedClusterOptions.in(directory).withoutZooKeeper();
        try (EmbeddedCluster cluster = EmbeddedCluster.start(options)) {
            new KafkaProbe(cluster.bootstrapServers()).readAllCommitted(CommittingProgram.partitions());
        }
    }

    @Test
    void partitionsKeepTheirLeaderDespiteMissedHeartbeats() {
        EmbeddedClusterOptions options = EmbeddedClusterOptions.in(directory).withoutZooKeeper();
        try (EmbeddedCluster cluster = EmbeddedCluster.start(options)) {
            assertThat(new KafkaProbe(cluster.bootstrapServers()).brokerSettings())
                    .containsEntry("broker.session.timeout.ms", "86400000")
                    .containsEntry("controlled.shutdown.enable", "false");
        }
    }
}
