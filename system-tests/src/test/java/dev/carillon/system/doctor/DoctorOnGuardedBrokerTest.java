package dev.carillon.system.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import dev.carillon.embedded.SecureListener;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.tls.ShellCertificates;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker with TLS, passwords and rights: each test takes one thing away, and the doctor finds that one. */
@Timeout(60)
final class DoctorOnGuardedBrokerTest {
    private static final String USER = "carillon";
    private static final List<String> ALWAYS = List.of("BROKER_ALONE", "NO_WORKER");
    private static final TopicNames NAMES = new TopicNames("guarded");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static ShellCertificates server;
    private static ShellCertificates stranger;
    private static EmbeddedCluster cluster;

    @BeforeAll
    static void startBroker() throws Exception {
        server = ShellCertificates.make(folder, "server");
        stranger = ShellCertificates.make(folder, "stranger");
        Map<String, String> settings = Map.of(
                "ssl.keystore.type",
                "PEM",
                "ssl.keystore.location",
                server.both().toString(),
                "sasl.enabled.mechanisms",
                "PLAIN",
                "plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required user_" + USER + "=\"secret\";");
        cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(folder.resolve("cluster"))
                .withSecureListener(new SecureListener("SASL_SSL", settings).withRights()));
        try (Admin open = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            List<AclBinding> everything = List.of(
                    right(ResourceType.TOPIC, "*", AclOperation.ALL, AclPermissionType.ALLOW),
                    right(ResourceType.GROUP, "*", AclOperation.ALL, AclPermissionType.ALLOW),
                    right(ResourceType.TRANSACTIONAL_ID, "*", AclOperation.ALL, AclPermissionType.ALLOW),
                    right(ResourceType.CLUSTER, "kafka-cluster", AclOperation.ALL, AclPermissionType.ALLOW));
            open.createAcls(everything).all().get();
        }
        Typed made = Typed.run(settings(Map.of()), folder, SystemTime.clock(), "topics", "create");
        assertThat(made.code()).as(made.err()).isZero();
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    private static Map<String, String> settings(Map<String, String> changes) {
        Map<String, String> all = new HashMap<>(Map.of(
                "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                cluster.kafka().secureBootstrapServers(),
                "CARILLON_KAFKA_SECURITY_PROTOCOL",
                "sasl-ssl",
                "CARILLON_KAFKA_TLS_CA_FILE",
                server.certificate().toString(),
                "CARILLON_KAFKA_SASL_MECHANISM",
                "plain",
                "CARILLON_KAFKA_SASL_USERNAME",
                USER,
                "CARILLON_KAFKA_SASL_PASSWORD",
                "secret",
                "CARILLON_TOPICS_NAMESPACE",
                NAMES.namespace(),
                "CARILLON_TOPICS_PARTITIONS",
                "2",
                "CARILLON_TRIGGER_ZOOKEEPER",
                cluster.zooKeeperConnect()));
        all.putAll(changes);
        return all;
    }

    private static Typed doctor(Map<String, String> changes) {
        return Typed.run(settings(changes), folder, SystemTime.clock(), "doctor", "-o", "json");
    }

    private static Typed assertFinds(String code, Map<String, String> changes) {
        Typed typed = doctor(changes);
        assertThat(typed.codesBut(ALWAYS)).as(typed.out() + typed.err()).containsExactly(code);
        assertThat(typed.code()).isEqualTo(1);
        return typed;
    }

    private static AclBinding right(
            ResourceType type, String name, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:" + USER, "*", operation, permission));
    }

    /** Runs the doctor while the user lacks this right. */
    private static Typed whileDenied(String code, ResourceType type, String name, AclOperation operation)
            throws Exception {
        AclBinding denial = right(type, name, operation, AclPermissionType.DENY);
        try (Admin open = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            open.createAcls(List.of(denial)).all().get();
            try {
                return assertFinds(code, Map.of());
            } finally {
                open.deleteAcls(List.of(denial.toFilter())).all().get();
            }
        }
    }

    @Test
    void aUserWithAllRightsHasNothingBroken() {
        Typed typed = doctor(Map.of());
        assertThat(typed.codesBut(ALWAYS)).as(typed.out() + typed.err()).isEmpty();
        assertThat(typed.out()).contains("this user may read and write all that the roles need");
    }

    @Test
    void aTopicThatMayNotBeWrittenIsFound() throws Exception {
        Typed typed = whileDenied("RIGHTS_MISSING", ResourceType.TOPIC, NAMES.outcomes(), AclOperation.WRITE);
        assertThat(typed.out())
                .contains("this user may not write guarded.outcomes, and that stops worker")
                .contains("--operation Write --topic guarded.outcomes");
    }

    @Test
    void aTopicThatMayNotBeReadIsFound() throws Exception {
        Typed typed = whileDenied("RIGHTS_MISSING", ResourceType.TOPIC, NAMES.schedules(), AclOperation.READ);
        assertThat(typed.out()).contains("this user may not read guarded.schedules, and that stops trigger");
    }

    @Test
    void aTopicThatMayNotBeSeenIsFound() throws Exception {
        Typed typed = whileDenied("TOPICS_HIDDEN", ResourceType.TOPIC, NAMES.logs(), AclOperation.DESCRIBE);
        assertThat(typed.out()).contains("this user may not see guarded.logs");
    }

    @Test
    void aGroupThatMayNotBeJoinedIsFound() throws Exception {
        Typed typed = whileDenied("RIGHTS_MISSING", ResourceType.GROUP, "guarded.default", AclOperation.READ);
        assertThat(typed.out()).contains("this user may not use the group guarded.default");
    }

    @Test
    void transactionsThatMayNotBeginAreFound() throws Exception {
        Typed typed = whileDenied(
                "RIGHTS_MISSING", ResourceType.TRANSACTIONAL_ID, "guarded.worker.doctor", AclOperation.WRITE);
        assertThat(typed.out()).contains("this user may not use the transactional-id guarded.worker.doctor");
    }

    @Test
    void aWrongPasswordIsFound() {
        Typed typed = assertFinds("KAFKA_LOGIN_REFUSED", Map.of("CARILLON_KAFKA_SASL_PASSWORD", "wr0ng"));
        assertThat(typed.out()).doesNotContain("wr0ng");
    }

    @Test
    void anAuthorityThatIsNotTrustedIsFound() {
        assertFinds(
                "KAFKA_TLS_REFUSED",
                Map.of("CARILLON_KAFKA_TLS_CA_FILE", stranger.certificate().toString()));
    }

    @Test
    void aClientWithoutALoginIsFound() {
        Map<String, String> without = settings(Map.of("CARILLON_KAFKA_SECURITY_PROTOCOL", "ssl"));
        without.keySet().removeIf(key -> key.contains("_SASL_"));
        Typed typed = Typed.run(without, folder, SystemTime.clock(), "doctor", "-o", "json");
        assertThat(typed.codesBut(ALWAYS)).as(typed.out() + typed.err()).containsExactly("KAFKA_WANTS_LOGIN");
    }

    @Test
    void aClientWithoutTlsIsFound() {
        Map<String, String> without = settings(Map.of("CARILLON_KAFKA_SECURITY_PROTOCOL", "sasl-plaintext"));
        without.remove("CARILLON_KAFKA_TLS_CA_FILE");
        Typed typed = Typed.run(without, folder, SystemTime.clock(), "doctor", "-o", "json");
        assertThat(typed.codesBut(ALWAYS)).as(typed.out() + typed.err()).containsExactly("KAFKA_WANTS_TLS");
    }

    @Test
    void aListenerWithoutTlsIsFound() {
        assertFinds("KAFKA_WITHOUT_TLS", Map.of("CARILLON_KAFKA_BOOTSTRAP_SERVERS", cluster.bootstrapServers()));
    }
}
