package dev.carillon.system.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.Doctor;
import dev.carillon.cli.doctor.DoctorTarget;
import dev.carillon.cli.doctor.DoctorTargetBuilder;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.Severity;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.kit.net.UnusedPort;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicSpec;
import dev.carillon.standalone.program.ZookeeperVisit;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.trigger.leadership.CuratorLeadership;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each test breaks one thing of a real cluster; the doctor finds that and nothing else. */
@CarillonSystem(partitions = 2, services = false, checkedAtTheEnd = false)
@Timeout(60)
final class DoctorOnBrokersTest {
    /** Found in every test: the cluster has one broker and no worker. */
    private static final List<String> ALWAYS = List.of("BROKER_ALONE", "NO_WORKER");

    private static Typed doctor(RunningCarillon carillon, Path folder, Clock clock, String... more) {
        List<String> words = new ArrayList<>(List.of("doctor", "-o", "json"));
        words.addAll(List.of(more));
        return Typed.run(carillon, folder, clock, words.toArray(String[]::new));
    }

    private static List<String> codes(Typed typed) {
        return typed.codesBut(ALWAYS);
    }

    private static void assertFinds(String code, RunningCarillon carillon, Path folder, String... more) {
        Typed typed = doctor(carillon, folder, carillon.clock(), more);
        assertThat(codes(typed)).as(typed.out()).containsExactly(code);
    }

    private static void configure(RunningCarillon carillon, String topic, String name, Optional<String> value)
            throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp operation = new AlterConfigOp(
                new ConfigEntry(name, value.orElse("")),
                value.isPresent() ? AlterConfigOp.OpType.SET : AlterConfigOp.OpType.DELETE);
        try (Admin admin = carillon.clients().admin("test")) {
            admin.incrementalAlterConfigs(Map.of(resource, List.of(operation)))
                    .all()
                    .get();
        }
    }

    private static void recreate(RunningCarillon carillon, String topic) throws Exception {
        TopicSpec spec = new TopicCatalogue(carillon.names(), carillon.partitions())
                .all(List.of("default")).stream()
                        .filter(one -> one.name().equals(topic))
                        .findFirst()
                        .orElseThrow();
        try (Admin admin = carillon.clients().admin("test")) {
            if (admin.listTopics().names().get().contains(topic)) {
                admin.deleteTopics(List.of(topic)).all().get();
            }
            Eventually.that("the topic is back", Duration.ofSeconds(20), () -> {
                admin.createTopics(List.of(new NewTopic(topic, Optional.of(spec.partitions()), Optional.empty())
                                .configs(spec.configs())))
                        .all()
                        .get();
                return true;
            });
        }
    }

    @Test
    void aHealthyClusterHasNothingBroken(RunningCarillon carillon, @TempDir Path folder) {
        Typed typed = doctor(carillon, folder, carillon.clock());
        assertThat(codes(typed)).as(typed.out()).isEmpty();
        assertThat(typed.code()).isZero();
        assertThat(typed.documents()).hasSizeGreaterThan(15);
    }

    @Test
    void aDeletedTopicIsFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        try (Admin admin = carillon.clients().admin("test")) {
            admin.deleteTopics(List.of(carillon.names().logs())).all().get();
        }
        try {
            Typed typed = doctor(carillon, folder, carillon.clock());
            assertThat(codes(typed)).as(typed.out()).containsExactly("TOPICS_MISSING");
            assertThat(typed.code()).isEqualTo(1);
        } finally {
            recreate(carillon, carillon.names().logs());
        }
    }

    @Test
    void aChangedSettingIsFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        String topic = carillon.names().events();
        configure(carillon, topic, "message.timestamp.type", Optional.of("CreateTime"));
        try {
            assertFinds("TOPIC_TIMESTAMPS", carillon, folder);
        } finally {
            configure(carillon, topic, "message.timestamp.type", Optional.of("LogAppendTime"));
        }
        configure(carillon, topic, "min.insync.replicas", Optional.of("2"));
        try {
            assertFinds("REPLICAS_TOO_FEW_ALIVE", carillon, folder);
        } finally {
            configure(carillon, topic, "min.insync.replicas", Optional.empty());
        }
    }

    @Test
    void addedPartitionsAreFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        try (Admin admin = carillon.clients().admin("test")) {
            admin.createPartitions(Map.of(carillon.names().logs(), NewPartitions.increaseTo(3)))
                    .all()
                    .get();
        }
        try {
            assertFinds("DATA_TOPICS_UNEQUAL", carillon, folder);
        } finally {
            recreate(carillon, carillon.names().logs());
        }
    }

    @Test
    void aTransactionThatStaysOpenIsFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        String id = carillon.names().namespace() + ".forgotten";
        byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
        try (KafkaProducer<byte[], byte[]> producer =
                carillon.clients().transactionalProducer("forgotten", id, Duration.ofSeconds(50))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(carillon.names().logs(), 0, bytes, bytes))
                    .get();
            // A young transaction is no finding.
            assertThat(codes(doctor(carillon, folder, carillon.clock()))).isEmpty();
            // A clock that is 20 s ahead makes the transaction old, and is a finding itself.
            Typed later = doctor(carillon, folder, Clock.offset(carillon.clock(), Duration.ofSeconds(20)));
            assertThat(codes(later)).as(later.out()).containsExactly("TRANSACTION_HANGING", "CLOCK_OFF");
            assertThat(later.out()).contains(id);
            producer.abortTransaction();
        }
    }

    @Test
    void aWrongClockIsFound(RunningCarillon carillon, @TempDir Path folder) {
        Typed ahead = doctor(carillon, folder, Clock.offset(carillon.clock(), Duration.ofSeconds(-9)));
        assertThat(codes(ahead)).as(ahead.out()).containsExactly("CLOCK_OFF");
    }

    @Test
    void aSessionThatZooKeeperDoesNotGrantIsFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        // The least that these servers grant is one second, and no setting asks for less.
        DoctorTarget target = DoctorTargetBuilder.builder()
                .kafka(carillon.clients().config())
                .topics(new TopicsConfig(carillon.names().namespace(), carillon.partitions(), 0))
                .zookeeper(carillon.brokers().zooKeeperConnect())
                .zookeeperFact(new ZookeeperVisit(
                        carillon.brokers().zooKeeperConnect(),
                        Duration.ofMillis(300),
                        CuratorLeadership.folder(carillon.names().namespace()),
                        ZookeeperSecurity.NONE))
                .workerQueue("default")
                .sessions(Map.of())
                .directories(Map.of("collector.state-dir", folder))
                .openTolerated(Duration.ofSeconds(15))
                .build();
        List<Finding> findings = new Doctor(target, carillon.clock(), new KafkaConnector(), words -> {}).examine();
        assertThat(findings)
                .filteredOn(finding -> finding.severity() != Severity.GOOD && !ALWAYS.contains(finding.code()))
                .extracting(Finding::code)
                .containsExactly("ZOOKEEPER_SESSION_LONG");
    }

    @Test
    void aGroupSessionBelowTheBrokersLeastIsFound(RunningCarillon carillon, @TempDir Path folder) {
        assertFinds("GROUP_SESSION_REFUSED", carillon, folder, "--worker.session-timeout=600ms");
    }

    @Test
    void moreReplicasThanBrokersAreFound(RunningCarillon carillon, @TempDir Path folder) {
        assertFinds("REPLICATION_UNREACHABLE", carillon, folder, "--topics.replication-factor=3");
    }

    @Test
    void aMissingZooKeeperIsFoundAndKafkaIsStillChecked(RunningCarillon carillon, @TempDir Path folder)
            throws Exception {
        int closed = UnusedPort.onLoopback();
        assertFinds("ZOOKEEPER_UNREACHABLE", carillon, folder, "--trigger.zookeeper=127.0.0.1:" + closed);
    }

    @Test
    void oneDeadAddressOfSeveralIsFound(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        int closed = UnusedPort.onLoopback();
        assertFinds(
                "KAFKA_REFUSED",
                carillon,
                folder,
                "-b",
                carillon.brokers().bootstrapServers() + ",127.0.0.1:" + closed);
    }
}
