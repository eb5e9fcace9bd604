package dev.carillon.system.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.CollectorConfig;
import dev.carillon.collector.CollectorService;
import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import dev.carillon.embedded.SecureListener;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.topic.KafkaTopics;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.TriggerService;
import dev.carillon.worker.WorkerConfig;
import dev.carillon.worker.WorkerService;
import dev.carillon.worker.handler.HandlerRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs each role as its own user, with only the rights that SECURITY.md lists for it. */
@Timeout(120)
class LeastRightsTest {
    private static final List<String> ROLES = List.of("trigger", "worker", "collector");
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final TopicNames NAMES = new TopicNames("carillon");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void startBroker() throws Exception {
        StringBuilder users = new StringBuilder("org.apache.kafka.common.security.plain.PlainLoginModule required");
        ROLES.forEach(role ->
                users.append(" user_").append(role).append("=\"").append(role).append('"'));
        Map<String, String> settings = Map.of(
                "sasl.enabled.mechanisms",
                "PLAIN",
                "plain.sasl.jaas.config",
                users.append(';').toString());
        cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(folder.resolve("cluster"))
                .withSecureListener(new SecureListener("SASL_PLAINTEXT", settings).withRights()));
        try (Admin open = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            List<WantedTopic> wanted = new TopicCatalogue(NAMES, 2)
                    .all(List.of(QueueName.DEFAULT)).stream()
                            .map(spec -> new WantedTopic(spec.name(), spec.partitions(), null, spec.configs()))
                            .toList();
            new KafkaTopics(open, SystemTime.pause(), SystemTime.ticker()).apply(wanted);
            for (String role : ROLES) {
                open.createAcls(RightsTable.of(role, role, NAMES)).all().get();
            }
        }
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    @Test
    void everyRoleDoesItsWorkAlsoWhenTicksCancelEachOther() throws Exception {
        List<StatefulService> roles = roles();
        try {
            for (StatefulService role : roles) {
                role.start();
            }
            define(
                    "{\"taskId\":\"long\",\"every\":\"1s\",\"type\":\"shell\",\"overlap\":\"cancel-other\","
                            + "\"payload\":{\"command\":[\"sleep\",\"30\"]}}",
                    "long");
            define(
                    "{\"taskId\":\"fails\",\"every\":\"1s\",\"type\":\"shell\",\"payload\":{\"command\":[\"false\"]},"
                            + "\"retry\":{\"maxRetries\":1,\"delay\":\"1s\"}}",
                    "fails");
            define(
                    "{\"taskId\":\"works\",\"every\":\"1s\",\"type\":\"shell\",\"payload\":{\"command\":[\"true\"]}}",
                    "works");
            Set<OutcomeStatus> expected =
                    EnumSet.of(OutcomeStatus.SUCCEEDED, OutcomeStatus.FAILED, OutcomeStatus.CANCELLED);
            assertThat(statuses(expected)).containsAll(expected);
        } finally {
            for (int i = roles.size() - 1; i >= 0; i--) {
                roles.get(i).stop(Duration.ofSeconds(5));
            }
        }
    }

    private static List<StatefulService> roles() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        TriggerConfig trigger = TriggerConfig.DEFAULT.withZookeeper(cluster.zooKeeperConnect());
        CollectorConfig collector = new CollectorConfig(
                folder.resolve("state").toString(), 1, Duration.ofMillis(50), Duration.ofSeconds(6), 0, 1_000, SOON);
        WorkerConfig worker = WorkerConfig.defaults().withId("least").withShell(true);
        return List.of(
                new CollectorService(collector, NAMES, clients("collector"), SystemTime.clock(), meters),
                new WorkerService(worker, NAMES, HandlerRegistry.none(), clients("worker"), SystemTime.clock(), meters),
                new TriggerService(trigger, NAMES, clients("trigger"), SystemTime.clock(), meters));
    }

    private static void define(String schedule, String taskId) throws Exception {
        try (KafkaProducer<byte[], byte[]> anybody = open().producer("anybody")) {
            anybody.send(new ProducerRecord<>(
                            NAMES.schedules(),
                            taskId.getBytes(StandardCharsets.UTF_8),
                            schedule.getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
    }

    /** The statuses of outcomes read until all these were seen or the time is over. */
    private static Set<OutcomeStatus> statuses(Set<OutcomeStatus> wanted) {
        Set<OutcomeStatus> seen = EnumSet.noneOf(OutcomeStatus.class);
        try (KafkaConsumer<byte[], byte[]> consumer = open().consumer("outcomes")) {
            consumer.assign(List.of(new TopicPartition(NAMES.outcomes(), 0), new TopicPartition(NAMES.outcomes(), 1)));
            Deadline end = Deadline.in(SOON);
            while (!seen.containsAll(wanted) && !end.isOver()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    Outcome outcome = Kind.OUTCOME.decode(record.value());
                    seen.add(outcome.status());
                }
            }
        }
        return seen;
    }

    private static KafkaClients open() {
        return new KafkaClients(KafkaConfig.at(cluster.bootstrapServers()), new SimpleMeterRegistry());
    }

    private static KafkaClients clients(String user) {
        KafkaConfig config = ConfigLoader.of(KafkaConfig.class)
                .flags(Map.of(
                        "kafka.bootstrap-servers",
                        cluster.kafka().secureBootstrapServers(),
                        "kafka.security-protocol",
                        "sasl-plaintext",
                        "kafka.sasl.mechanism",
                        "plain",
                        "kafka.sasl.username",
                        user,
                        "kafka.sasl.password",
                        user))
                .load()
                .get(KafkaConfig.class);
        return new KafkaClients(config, new SimpleMeterRegistry());
    }
}
