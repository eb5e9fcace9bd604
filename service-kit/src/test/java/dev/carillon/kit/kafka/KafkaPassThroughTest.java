package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.kit.config.Config;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.config.ForeignSettings;
import dev.carillon.kit.config.KeyDescription;
import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.KitErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KafkaPassThroughTest {
    private static final String CANARY = "C4n4ry";

    private static final String[] ALLOWED = {
        "batch.size",
        "buffer.memory",
        "client.dns.lookup",
        "client.rack",
        "compression.gzip.level",
        "compression.lz4.level",
        "compression.type",
        "compression.zstd.level",
        "connections.max.idle.ms",
        "default.api.timeout.ms",
        "enable.metrics.push",
        "fetch.max.bytes",
        "fetch.max.wait.ms",
        "fetch.min.bytes",
        "linger.ms",
        "max.partition.fetch.bytes",
        "metadata.max.age.ms",
        "metadata.max.idle.ms",
        "metadata.recovery.rebootstrap.trigger.ms",
        "metadata.recovery.strategy",
        "metrics.num.samples",
        "metrics.recording.level",
        "metrics.sample.window.ms",
        "partitioner.adaptive.partitioning.enable",
        "partitioner.availability.timeout.ms",
        "receive.buffer.bytes",
        "reconnect.backoff.max.ms",
        "reconnect.backoff.ms",
        "retry.backoff.max.ms",
        "retry.backoff.ms",
        "send.buffer.bytes",
        "ssl.cipher.suites",
        "ssl.enabled.protocols",
        "ssl.keymanager.algorithm",
        "ssl.protocol",
        "ssl.secure.random.implementation",
        "ssl.trustmanager.algorithm"
    };

    @Test
    void eachSourceReachesTheClientsItNames() {
        KafkaConfig config = ConfigLoader.of(KafkaConfig.class)
                .yamlText("k.yaml", "kafka:\n  client:\n    ssl.protocol: TLSv1.2\n  producer.linger.ms: 7\n")
                .environment(Map.of(
                        "CARILLON_KAFKA_CLIENT_RETRY_BACKOFF_MS", "33",
                        "CARILLON_KAFKA_CLIENT_ID_PREFIX", "me",
                        "CARILLON_KAFKA_CONSUMER_FETCH_MIN_BYTES", "9"))
                .flags(Map.of("kafka.admin.retry.backoff.ms", "44", "kafka.client.ssl.protocol", "TLSv1.3"))
                .load()
                .get(KafkaConfig.class);
        assertThat(config.clientIdPrefix()).isEqualTo("me");
        assertThat(KafkaDefaults.producer(config, "a"))
                .containsEntry("ssl.protocol", "TLSv1.3")
                .containsEntry("retry.backoff.ms", "33")
                .containsEntry("linger.ms", "7");
        assertThat(KafkaDefaults.promptProducer(config, "a")).containsEntry("linger.ms", "7");
        assertThat(KafkaDefaults.bulkProducer(config, "a")).containsEntry("linger.ms", "7");
        assertThat(KafkaDefaults.transactionalProducer(config, "a", "id", KafkaDefaults.TRANSACTION_TIMEOUT))
                .containsEntry("retry.backoff.ms", "33")
                .containsEntry("linger.ms", "7");
        assertThat(KafkaDefaults.consumer(config, "a"))
                .containsEntry("fetch.min.bytes", "9")
                .doesNotContainKey("linger.ms");
        assertThat(KafkaDefaults.admin(config, "a")).containsEntry("retry.backoff.ms", "44");
    }

    @Test
    void whatIsSetShowsWithItsOriginAndTheGroupShowsAlways() {
        Config config = ConfigLoader.of(KafkaConfig.class)
                .yamlText("k.yaml", "kafka:\n  client:\n    ssl:\n      protocol: TLSv1.2\n")
                .load();
        assertThat(config.describe())
                .filteredOn(one ->
                        one.name().startsWith("kafka.client.") || one.name().startsWith("kafka.admin."))
                .extracting(KeyDescription::name, KeyDescription::value, KeyDescription::origin)
                .containsExactly(
                        tuple("kafka.client.*", "", "not set"),
                        tuple("kafka.client.ssl.protocol", "TLSv1.2", "k.yaml:4"),
                        tuple("kafka.admin.*", "", "not set"));
    }

    /** A new version of Kafka may add settings; each has to be reviewed before this list grows. */
    @Test
    void exactlyTheseArePassedThrough() {
        Set<String> allowed = new TreeSet<>();
        for (ForeignSettings kind : kinds()) {
            kind.names().stream()
                    .filter(name -> kind.refusal(name).isEmpty())
                    .peek(name -> assertThat(kind.isSecret(name)).as(name).isFalse())
                    .forEach(allowed::add);
        }
        assertThat(allowed).containsExactlyInAnyOrder(ALLOWED);
    }

    @Test
    void refusalsSayWhyAndWhatToSetInstead() {
        assertThat(problem("kafka.client.sasl.jaas.config"))
                .isEqualTo(
                        "kafka.client.sasl.jaas.config (flag --kafka.client.sasl.jaas.config): Carillon has a setting of"
                                + " its own for this. Set kafka.sasl.mechanism, kafka.sasl.username and kafka.sasl.password"
                                + " instead [CONFIG_FORBIDDEN]");
        assertThat(problem("kafka.producer.acks")).contains("Carillon sets it itself: a record that one broker loses");
        for (String name : List.of(
                "kafka.client.metric.reporters",
                "kafka.client.config.providers",
                "kafka.client.security.providers",
                "kafka.client.sasl.login.class",
                "kafka.client.sasl.login.callback.handler.class",
                "kafka.client.sasl.client.callback.handler.class",
                "kafka.client.sasl.oauthbearer.token.endpoint.url",
                "kafka.client.sasl.oauthbearer.jwks.endpoint.url",
                "kafka.client.sasl.kerberos.kinit.cmd",
                "kafka.client.ssl.engine.factory.class",
                "kafka.producer.interceptor.classes",
                "kafka.producer.key.serializer",
                "kafka.producer.partitioner.class",
                "kafka.consumer.interceptor.classes",
                "kafka.consumer.value.deserializer")) {
            assertThat(problem(name))
                    .as(name)
                    .contains("it could load foreign code")
                    .contains("CONFIG_FORBIDDEN");
        }
        assertThat(problem("kafka.client.linger.ms")).contains("Write kafka.producer.linger.ms");
    }

    @Test
    void mistypedSettingComesWithASuggestionInTheSpellingOfItsSource() {
        assertThat(problem("kafka.client.ssl.protocoll")).contains("Did you mean kafka.client.ssl.protocol?");
        assertThat(ConfigLoader.of(KafkaConfig.class)
                        .environment(Map.of("CARILLON_KAFKA_PRODUCER_LINGER_MSS", CANARY))
                        .load()
                        .warning()
                        .orElseThrow())
                .contains("CARILLON_KAFKA_PRODUCER_LINGER_MSS (did you mean CARILLON_KAFKA_PRODUCER_LINGER_MS?)")
                .doesNotContain(CANARY);
        assertThat(problem("kafka.client.something.completely.else")).contains("Remove it, or look the name up");
    }

    @Test
    void valueThatKafkaCouldNotReadIsFoundBeforeAnythingStarts() {
        ConfigProblem bad =
                only(ConfigLoader.of(KafkaConfig.class).flags(Map.of("kafka.producer.batch.size", "plenty")));
        assertThat(bad.code()).isEqualTo(KitErrorCode.CONFIG_BAD_VALUE);
        assertThat(bad.oneLine()).contains("kafka.producer.batch.size = plenty", "Kafka takes a value of type int");
        assertThat(only(ConfigLoader.of(KafkaConfig.class).flags(Map.of("kafka.producer.batch.size", "-1")))
                        .oneLine())
                .contains("[0,...]");
    }

    private static List<ForeignSettings> kinds() {
        return List.of(
                new KafkaVocabulary.Clients(),
                new KafkaVocabulary.Producers(),
                new KafkaVocabulary.Consumers(),
                new KafkaVocabulary.Admins());
    }

    private static String problem(String key) {
        return only(ConfigLoader.of(KafkaConfig.class).flags(Map.of(key, CANARY)))
                .oneLine();
    }

    private static ConfigProblem only(ConfigLoader loader) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, loader::load);
        assertThat(thrown).isNotNull();
        assertThat(thrown.problems()).hasSize(1);
        assertThat(thrown.getMessage()).doesNotContain(CANARY);
        return thrown.problems().get(0);
    }
}
