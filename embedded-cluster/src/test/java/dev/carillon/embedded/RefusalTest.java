package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.DATA_DIRECTORY_IN_USE;
import static dev.carillon.embedded.EmbeddedClusterException.Problem.DATA_DIRECTORY_UNUSABLE;
import static dev.carillon.embedded.EmbeddedClusterException.Problem.PORT_TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.carillon.embedded.EmbeddedClusterException.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RefusalTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void aFileInPlaceOfTheDirectoryIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        refuses(EmbeddedClusterOptions.in(file), DATA_DIRECTORY_UNUSABLE, file + " is a file, not a directory");
        refuses(
                EmbeddedClusterOptions.in(file.resolve("below")),
                DATA_DIRECTORY_UNUSABLE,
                "Data directory " + file.resolve("below") + " cannot be used");
    }

    @Test
    void aDirectoryInUseByThisProcessIsRefusedAndFreeAfterwards() {
        EmbeddedClusterOptions options = EmbeddedClusterOptions.in(directory).withoutKafka();
        try (EmbeddedCluster first = EmbeddedCluster.start(options)) {
            refuses(options, DATA_DIRECTORY_IN_USE, first.dataDirectory().toString());
        }
        EmbeddedCluster.start(options).close();
    }

    @Test
    void aTakenPortIsReplacedWithANotice() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                EmbeddedCluster cluster = EmbeddedCluster.start(
                        EmbeddedClusterOptions.in(directory).withoutKafka().withZooKeeperPort(taken.getLocalPort()))) {
            assertThat(cluster.zooKeeper().port()).isNotEqualTo(taken.getLocalPort());
            assertThat(cluster.notices())
                    .singleElement()
                    .asString()
                    .contains(
                            "Port " + taken.getLocalPort(),
                            "ZooKeeper listens on " + cluster.zooKeeper().port());
        }
    }

    @Test
    void aTakenPortIsAnErrorWhenPortsAreStrict() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            EmbeddedClusterOptions options = EmbeddedClusterOptions.in(directory)
                    .withKafkaPort(taken.getLocalPort())
                    .withStrictPorts();
            refuses(options, PORT_TAKEN, "Port " + taken.getLocalPort() + " on 127.0.0.1, wanted for Kafka, is taken");
            EmbeddedCluster.start(EmbeddedClusterOptions.in(directory).withoutKafka())
                    .close();
        }
    }

    @Test
    void impossiblePortsAreRefused() {
        EmbeddedClusterOptions options = EmbeddedClusterOptions.in(directory);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withKafkaPort(65_536))
                .withMessageContaining("kafkaPort is 65536");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withKafkaPort(9092).withZooKeeperPort(9092))
                .withMessageContaining("kafkaPort and zooKeeperPort are both 9092");
    }

    @Test
    void aServerThatWasSwitchedOffIsNotThere() {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.start(EmbeddedClusterOptions.in(directory).withoutKafka())) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(cluster::bootstrapServers)
                    .withMessageContaining("without Kafka");
        }
    }

    private static void refuses(EmbeddedClusterOptions options, Problem problem, String message) {
        assertThatExceptionOfType(EmbeddedClusterException.class)
                .isThrownBy(() -> EmbeddedCluster.start(options).close())
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.problem()).isEqualTo(problem));
    }
}
