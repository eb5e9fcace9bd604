package dev.carillon.system.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.collector.CollectorConfig;
import dev.carillon.collector.CollectorService;
import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import dev.carillon.embedded.SecureListener;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaReachability;
import dev.carillon.kit.kafka.topic.KafkaTopics;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.tls.ShellCertificates;
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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecuredKafkaTest {
    private static final String PASSWORD = "C4n4ry \"of\" the\\broker";
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final TopicNames NAMES = new TopicNames("secured");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static ShellCertificates server;
    private static ShellCertificates stranger;
    private static EmbeddedCluster cluster;

    private final Clock clock = SystemTime.clock();

    @BeforeAll
    static void startBroker() throws Exception {
        server = ShellCertificates.make(folder, "server");
        stranger = ShellCertificates.make(folder, "stranger");
        cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(folder.resolve("cluster"))
                .withSecureListener(new SecureListener(
                        "SASL_SSL",
                        Map.of(
                                "ssl.keystore.type",
                                "PEM",
                                "ssl.keystore.location",
                                server.both().toString(),
                                "sasl.enabled.mechanisms",
                                "SCRAM-SHA-512",
                                "scram-sha-512.sasl.jaas.config",
                                "org.apache.kafka.common.security.scram.ScramLoginModule required;"))));
        try (Admin open = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            open.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                            "carillon", new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), PASSWORD)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    @Test
    void anExecutionGoesItsWholeWayThroughTlsAndAPassword() throws Exception {
        KafkaClients clients = new KafkaClients(config(Map.of()), new SimpleMeterRegistry());
        try (Admin admin = clients.admin("topics")) {
            List<WantedTopic> wanted = new TopicCatalogue(NAMES, 2)
                    .all(List.of(QueueName.DEFAULT)).stream()
                            .map(spec -> new WantedTopic(spec.name(), spec.partitions(), null, spec.configs()))
                            .toList();
            new KafkaTopics(admin, SystemTime.pause(), SystemTime.ticker()).apply(wanted);
        }
        List<StatefulService> roles = roles(clients);
        try {
            for (StatefulService role : roles) {
                role.start();
            }
            try (KafkaProducer<byte[], byte[]> anybody = clients.producer("anybody")) {
                String schedule = "{\"taskId\":\"hello\",\"every\":\"1s\",\"type\":\"shell\","
                        + "\"payload\":{\"command\":[\"true\"]}}";
                anybody.send(new ProducerRecord<>(NAMES.schedules(), bytes("hello"), bytes(schedule)))
                        .get();
            }
            Outcome outcome = outcome(clients);
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        } finally {
            for (int i = roles.size() - 1; i >= 0; i--) {
                roles.get(i).stop(Duration.ofSeconds(5));
            }
        }
    }

    @Test
    void wrongPasswordIsOneClearLineAtOnce() {
        CodedException refused = refused(Map.of("kafka.sasl.password", "wrong"));
        assertThat(refused.code()).isEqualTo(KitErrorCode.KAFKA_ACCESS_DENIED);
        assertThat(refused.oneLine())
                .startsWith("KAFKA_ACCESS_DENIED: Kafka at " + cluster.kafka().secureBootstrapServers()
                        + " refuses the login of the user carillon (")
                .endsWith("Correct kafka.sasl.username, kafka.sasl.password or kafka.sasl.mechanism")
                .doesNotContain("wrong\"")
                .doesNotContain("\n");
        assertThat(refused(Map.of("kafka.sasl.mechanism", "plain")).oneLine())
                .contains("KAFKA_ACCESS_DENIED", "SCRAM-SHA-512");
    }

    @Test
    void untrustedCertificateIsOneClearLineAtOnce() {
        CodedException refused =
                refused(Map.of("kafka.tls.ca-file", stranger.certificate().toString()));
        assertThat(refused.code()).isEqualTo(KitErrorCode.KAFKA_TLS_FAILED);
        assertThat(refused.oneLine()).contains("Set kafka.tls.ca-file to the certificate of the authority");
    }

    @Test
    void listenersThatSpeakSomethingElseAreTold() {
        assertThat(refused(Map.of("kafka.bootstrap-servers", cluster.bootstrapServers()))
                        .oneLine())
                .contains("KAFKA_UNREACHABLE", "if that listener speaks no TLS, set kafka.security-protocol");
        KafkaConfig open = KafkaConfig.at(cluster.kafka().secureBootstrapServers());
        assertThat(refused(open).oneLine())
                .contains(
                        "KAFKA_UNREACHABLE",
                        "if that listener asks for TLS or a password, set kafka.security-protocol");
    }

    private List<StatefulService> roles(KafkaClients clients) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        TriggerConfig trigger = TriggerConfig.DEFAULT.withZookeeper(cluster.zooKeeperConnect());
        CollectorConfig collector = new CollectorConfig(
                folder.resolve("state").toString(), 1, Duration.ofMillis(50), Duration.ofSeconds(6), 0, 1_000, SOON);
        WorkerConfig worker = WorkerConfig.defaults().withId("secured-worker").withShell(true);
        return List.of(
                new CollectorService(collector, NAMES, clients, clock, meters),
                new WorkerService(worker, NAMES, HandlerRegistry.none(), clients, clock, meters),
                new TriggerService(trigger, NAMES, clients, clock, meters));
    }

    private static Outcome outcome(KafkaClients clients) {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("outcomes")) {
            consumer.assign(List.of(new TopicPartition(NAMES.outcomes(), 0), new TopicPartition(NAMES.outcomes(), 1)));
            Deadline end = Deadline.in(SOON);
            List<Outcome> found = new ArrayList<>();
            while (found.isEmpty() && !end.isOver()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    found.add(Kind.OUTCOME.decode(record.value()));
                }
            }
            assertThat(found).as("outcomes").isNotEmpty();
            return found.get(0);
        }
    }

    private static CodedException refused(Map<String, String> changes) {
        return refused(config(changes));
    }

    private static CodedException refused(KafkaConfig config) {
        CodedException thrown = catchThrowableOfType(
                CodedException.class,
                () -> new KafkaReachability(config, SystemTime.pause(), SystemTime.ticker()).await(Duration.ZERO));
        assertThat(thrown).isNotNull();
        return thrown;
    }

    private static KafkaConfig config(Map<String, String> changes) {
        Map<String, String> all = new HashMap<>(Map.of(
                "kafka.bootstrap-servers",
                cluster.kafka().secureBootstrapServers(),
                "kafka.security-protocol",
                "sasl-ssl",
                "kafka.tls.ca-file",
                server.certificate().toString(),
                "kafka.sasl.mechanism",
                "scram-sha-512",
                "kafka.sasl.username",
                "carillon",
                "kafka.sasl.password",
                PASSWORD));
        all.putAll(changes);
        return ConfigLoader.of(KafkaConfig.class).flags(all).load().get(KafkaConfig.class);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
