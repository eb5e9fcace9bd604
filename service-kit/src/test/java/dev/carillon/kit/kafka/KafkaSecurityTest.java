package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.config.problem.ConfigProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaSecurityTest {
    private static final String CANARY = "C4n4ry";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path ca;
    private Path pair;

    @BeforeEach
    void writeFiles() throws Exception {
        ca = Files.writeString(folder.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n");
        pair = Files.writeString(folder.resolve("pair.pem"), Files.readString(ca) + "-----BEGIN PRIVATE KEY-----\ny\n");
    }

    @Test
    void loginOverTlsReachesEveryClient() {
        Map<String, String> settings = Map.of(
                "kafka.security-protocol", "sasl_ssl",
                "kafka.tls.ca-file", ca.toString(),
                "kafka.sasl.mechanism", "SCRAM-SHA-512",
                "kafka.sasl.username", "carillon",
                "kafka.sasl.password", CANARY);
        KafkaConfig config = load(settings);
        for (Map<String, Object> client : List.of(
                KafkaDefaults.producer(config, "a"),
                KafkaDefaults.transactionalProducer(config, "a", "id", KafkaDefaults.TRANSACTION_TIMEOUT),
                KafkaDefaults.consumer(config, "a"),
                KafkaDefaults.admin(config, "a"))) {
            assertThat(client)
                    .containsEntry("security.protocol", "SASL_SSL")
                    .containsEntry("ssl.truststore.type", "PEM")
                    .containsEntry("ssl.truststore.location", ca.toString())
                    .containsEntry("ssl.endpoint.identification.algorithm", "https")
                    .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                    .containsEntry(
                            "sasl.jaas.config",
                            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"carillon\""
                                    + " password=\"" + CANARY + "\";");
        }
        assertThat(config.toString()).doesNotContain(CANARY);
    }

    @Test
    void openKafkaGetsNoSettingOfSecurityAtAll() {
        assertThat(KafkaDefaults.common(KafkaConfig.at("x:1"), "a").keySet())
                .noneMatch(name -> name.startsWith("ssl.") || name.startsWith("sas") || name.startsWith("security"));
    }

    @Test
    void certificateAndKeyMayLieInOneFileInTwoOrInAStore() throws Exception {
        assertThat(tls(Map.of("kafka.tls.certificate-file", pair.toString())))
                .containsEntry("ssl.keystore.type", "PEM")
                .containsEntry("ssl.keystore.location", pair.toString());
        Path key = Files.writeString(folder.resolve("key.pem"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\nz\n");
        assertThat(tls(Map.of(
                        "kafka.tls.certificate-file", ca.toString(),
                        "kafka.tls.key-file", key.toString(),
                        "kafka.tls.key-password", "p")))
                .containsEntry("ssl.keystore.certificate.chain", Files.readString(ca))
                .containsEntry("ssl.keystore.key", Files.readString(key))
                .containsEntry("ssl.key.password", "p")
                .doesNotContainKey("ssl.keystore.password");
        Path store = Files.write(folder.resolve("me.p12"), new byte[] {1});
        assertThat(tls(Map.of(
                        "kafka.tls.certificate-file", store.toString(),
                        "kafka.tls.key-password", "p",
                        "kafka.tls.check-host-name", "false")))
                .containsEntry("ssl.keystore.type", "PKCS12")
                .containsEntry("ssl.keystore.password", "p")
                .containsEntry("ssl.endpoint.identification.algorithm", "");
    }

    @Test
    void anyCharacterOfAPasswordReachesTheLoginModule() {
        for (String password :
                List.of("a\"b", "back\\slash", "semi;colon=", "line\nbreak\r", " # // /* ' ", "äß→𝄞", "\t")) {
            KafkaConfig config = load(Map.of(
                    "kafka.security-protocol",
                    "sasl-plaintext",
                    "kafka.sasl.mechanism",
                    "plain",
                    "kafka.sasl.username",
                    password,
                    "kafka.sasl.password",
                    password));
            Map<String, Object> client = new HashMap<>(KafkaDefaults.admin(config, "a"));
            client.computeIfPresent("sasl.jaas.config", (name, text) -> new Password((String) text));
            Map<String, ?> read = JaasContext.loadClientContext(client)
                    .configurationEntries()
                    .get(0)
                    .getOptions();
            assertThat(read).isEqualTo(Map.of("username", password, "password", password));
        }
    }

    @Test
    void contradictionsNameBothSettingsAndNoSecret() {
        assertThat(problems(Map.of("kafka.sasl.password", CANARY)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.oneLine())
                        .contains("kafka.sasl.mechanism", "kafka.sasl.password", "flag --kafka.sasl.password")
                        .contains("Set kafka.sasl.mechanism kafka.sasl.username too")
                        .contains("CONFIG_CONTRADICTION"));
        assertThat(problems(Map.of("kafka.tls.ca-file", ca.toString())))
                .singleElement()
                .satisfies(problem -> assertThat(problem.oneLine())
                        .contains("kafka.tls.ca-file, kafka.security-protocol")
                        .contains("Set kafka.security-protocol to ssl or sasl-ssl"));
        assertThat(problems(Map.of("kafka.security-protocol", "sasl-ssl")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.oneLine()).contains("kafka.sasl.mechanism is not set"));
        assertThat(problems(Map.of(
                        "kafka.sasl.mechanism", "plain", "kafka.sasl.username", "u", "kafka.sasl.password", CANARY)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.oneLine()).contains("the protocol has none"));
    }

    @Test
    void filesThatCanNotServeAreFoundAtOnce() throws Exception {
        Path old = Files.writeString(folder.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\n");
        List<ConfigProblem> found = problems(Map.of(
                "kafka.security-protocol", "ssl",
                "kafka.tls.ca-file", folder.resolve("absent.pem").toString(),
                "kafka.tls.certificate-file", folder.toString(),
                "kafka.tls.key-file", old.toString()));
        assertThat(found)
                .extracting(problem -> problem.key() + " " + problem.problem())
                .containsExactly(
                        "kafka.tls.ca-file does not exist",
                        "kafka.tls.certificate-file is not a file that this process can read",
                        "kafka.tls.key-file has its key in the old form of OpenSSL, not in PKCS#8");
        assertThat(problems(Map.of(
                        "kafka.security-protocol",
                        "ssl",
                        "kafka.tls.ca-file",
                        old.toString(),
                        "kafka.tls.ca-password",
                        CANARY,
                        "kafka.tls.certificate-file",
                        ca.toString())))
                .extracting(ConfigProblem::problem)
                .containsExactly(
                        "certificates in PEM files have no password",
                        "has no line -----BEGIN CERTIFICATE-----",
                        "has no private key");
    }

    private Map<String, Object> tls(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("kafka.security-protocol", "ssl");
        return KafkaDefaults.common(load(all), "a");
    }

    private static KafkaConfig load(Map<String, String> settings) {
        return ConfigLoader.of(KafkaConfig.class).flags(settings).load().get(KafkaConfig.class);
    }

    private static List<ConfigProblem> problems(Map<String, String> settings) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, () -> load(settings));
        assertThat(thrown).isNotNull();
        assertThat(thrown.getMessage()).doesNotContain(CANARY);
        return thrown.problems();
    }
}
