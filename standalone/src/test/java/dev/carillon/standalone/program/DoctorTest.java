package dev.carillon.standalone.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.Doctor;
import dev.carillon.cli.doctor.DoctorTarget;
import dev.carillon.cli.doctor.DoctorTargetBuilder;
import dev.carillon.cli.doctor.check.DoctorCheck;
import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.fact.MachineFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.Severity;
import dev.carillon.cli.doctor.source.LocalDirectories;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.net.UnusedPort;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.trigger.leadership.CuratorLeadership;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Addresses that do not answer: each failure has its own code, and the doctor ends in time. */
@Timeout(30)
class DoctorTest {
    private final Path directory;

    DoctorTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private List<String> complaints(String kafka, String zookeeper) throws InterruptedException {
        DoctorTarget target = DoctorTargetBuilder.builder()
                .kafka(KafkaConfig.at(kafka))
                .topics(new TopicsConfig("carillon", 3, 0))
                .zookeeper(zookeeper)
                .zookeeperFact(new ZookeeperVisit(
                        zookeeper, Duration.ofSeconds(4), CuratorLeadership.folder("carillon"), ZookeeperSecurity.NONE))
                .workerQueue("default")
                .sessions(Map.of())
                .directories(Map.of("collector.state-dir", directory))
                .openTolerated(Duration.ofSeconds(15))
                .build();
        return new Doctor(target, SystemTime.clock(), new KafkaConnector(), words -> {})
                .examine().stream()
                        .filter(finding -> finding.severity() == Severity.BROKEN)
                        .map(Finding::code)
                        .toList();
    }

    @Test
    void deadAddressesAndUnknownNamesHaveTheirOwnCodes() throws Exception {
        assertThat(complaints(
                        "127.0.0.1:" + UnusedPort.onLoopback() + ",no..host:9092,nonsense",
                        "127.0.0.1:" + UnusedPort.onLoopback()))
                .containsExactly(
                        FindingKind.KAFKA_REFUSED.name(),
                        FindingKind.KAFKA_NAME_UNKNOWN.name(),
                        FindingKind.KAFKA_ADDRESS_BAD.name(),
                        FindingKind.ZOOKEEPER_UNREACHABLE.name());
    }

    @Test
    void aSilentListenerIsNoKafkaAndNoZooKeeper() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            assertThat(complaints(address, address))
                    .containsExactly(FindingKind.KAFKA_NOT_KAFKA.name(), FindingKind.ZOOKEEPER_UNREACHABLE.name());
        }
    }

    @Test
    void aLateAnswerIsTheProblemThatTheCheckNames() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        FactSource<String> silent = () -> {
            never.await();
            return "";
        };
        DoctorCheck<String> check = new DoctorCheck<>("Kafka", silent, fact -> List.of(), FindingKind.KAFKA_SILENT);
        assertThat(Doctor.await(Doctor.start(check), Deadline.in(Duration.ofMillis(50))))
                .extracting(Finding::code)
                .containsExactly(FindingKind.KAFKA_SILENT.name());
    }

    @Test
    void aFailingCheckIsAFinding() {
        List<Finding> findings = new ArrayList<>(new DoctorCheck<String>(
                        "the moon",
                        () -> {
                            throw new IOException("clouds");
                        },
                        fact -> List.of())
                .run());
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).code()).isEqualTo(FindingKind.NOT_CHECKED.name());
        assertThat(findings.get(0).seen()).isEqualTo("could not check the moon: clouds");
    }

    @Test
    void aMissingDirectoryIsMeasuredAtItsNearestParent() throws Exception {
        MachineFact fact = new LocalDirectories(Map.of("collector.state-dir", directory.resolve("a/b/c"))).gather();
        assertThat(fact.directories().get(0).writable()).isTrue();
        assertThat(fact.directories().get(0).usable()).isPositive();
    }
}
