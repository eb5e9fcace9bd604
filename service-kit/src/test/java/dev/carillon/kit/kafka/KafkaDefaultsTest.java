package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.config.ConfigLoader;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;

class KafkaDefaultsTest {
    private static final Map<String, Object> COMMON = Map.of(
            "bootstrap.servers",
            "127.0.0.1:9092",
            "client.id",
            "carillon-me",
            "request.timeout.ms",
            10_000,
            "socket.connection.setup.timeout.ms",
            5_000L,
            "socket.connection.setup.timeout.max.ms",
            10_000L,
            "reconnect.backoff.ms",
            50L,
            "reconnect.backoff.max.ms",
            2_000L,
            "enable.metrics.push",
            false);

    private final KafkaConfig config = KafkaConfig.at("127.0.0.1:9092");

    @Test
    void configDefaultsArePinned() {
        assertThat(ConfigLoader.of(KafkaConfig.class).load().get(KafkaConfig.class))
                .isEqualTo(config)
                .isEqualTo(new KafkaConfig(
                        List.of("127.0.0.1:9092"),
                        "carillon",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        null,
                        KafkaSecurity.NONE,
                        KafkaPassThrough.NONE));
    }

    @Test
    void deliveryTimeoutHasToBeLongerThanARequest() {
        assertThatThrownBy(() -> ConfigLoader.of(KafkaConfig.class)
                        .flags(Map.of("kafka.delivery-timeout", "10s"))
                        .load())
                .hasMessageContaining("kafka.delivery-timeout");
    }

    @Test
    void producerDefaultsArePinned() {
        assertThat(KafkaDefaults.producer(config, "me"))
                .containsExactlyInAnyOrderEntriesOf(with(
                        COMMON,
                        Map.of(
                                "acks",
                                "all",
                                "enable.idempotence",
                                true,
                                "compression.type",
                                "lz4",
                                "linger.ms",
                                2,
                                "batch.size",
                                65_536,
                                "max.request.size",
                                4_194_304,
                                "delivery.timeout.ms",
                                30_000,
                                "max.block.ms",
                                30_000L)));
    }

    @Test
    void promptProducerDelaysNothingUnlessConfigured() {
        Map<String, Object> prompt = new HashMap<>(KafkaDefaults.producer(config, "me"));
        prompt.put("linger.ms", 0);
        prompt.put("max.in.flight.requests.per.connection", 1);
        assertThat(KafkaDefaults.promptProducer(config, "me")).containsExactlyInAnyOrderEntriesOf(prompt);
    }

    @Test
    void bulkProducerGathersLargeBatches() {
        Map<String, Object> bulk = new HashMap<>(KafkaDefaults.producer(config, "me"));
        bulk.put("linger.ms", 10);
        bulk.put("batch.size", 262_144);
        assertThat(KafkaDefaults.bulkProducer(config, "me")).containsExactlyInAnyOrderEntriesOf(bulk);
    }

    @Test
    void transactionalDefaultsArePinned() {
        Map<String, Object> producer = KafkaDefaults.producer(config, "me");
        assertThat(KafkaDefaults.transactionalProducer(config, "me", "id", KafkaDefaults.TRANSACTION_TIMEOUT))
                .containsExactlyInAnyOrderEntriesOf(with(
                        producer,
                        Map.of(
                                "transactional.id",
                                "id",
                                "transaction.timeout.ms",
                                10_000,
                                "delivery.timeout.ms",
                                8_000,
                                "request.timeout.ms",
                                4_000,
                                "max.block.ms",
                                10_000L,
                                "retry.backoff.ms",
                                5L,
                                "retry.backoff.max.ms",
                                200L)));
    }

    @Test
    void consumerDefaultsArePinned() {
        assertThat(KafkaDefaults.consumer(config, "me"))
                .containsExactlyInAnyOrderEntriesOf(with(
                        COMMON,
                        Map.of(
                                "isolation.level",
                                "read_committed",
                                "enable.auto.commit",
                                false,
                                "allow.auto.create.topics",
                                false,
                                "auto.offset.reset",
                                "earliest",
                                "default.api.timeout.ms",
                                20_000)));
    }

    @Test
    void settingsForReadingToAKnownEndArePinned() {
        assertThat(KafkaDefaults.SCANNING)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "fetch.max.wait.ms", 5,
                        "retry.backoff.ms", 5L,
                        "retry.backoff.max.ms", 200L));
    }

    @Test
    void adminDefaultsArePinned() {
        assertThat(KafkaDefaults.admin(config, "me"))
                .containsExactlyInAnyOrderEntriesOf(with(COMMON, Map.of("default.api.timeout.ms", 20_000)));
    }

    @Test
    void everyClientAcceptsItsDefaultsAndTakesItsMetersAway() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        KafkaClients clients = new KafkaClients(KafkaConfig.at("127.0.0.1:1"), meters);
        try (KafkaProducer<byte[], byte[]> plain = clients.producer("plain");
                KafkaProducer<byte[], byte[]> quick =
                        clients.transactionalProducer("quick", "id", Duration.ofSeconds(1));
                KafkaConsumer<byte[], byte[]> alone = clients.consumer("alone");
                KafkaConsumer<byte[], byte[]> member =
                        clients.groupConsumer("member", "group", Map.of("max.poll.records", 7));
                Admin admin = clients.admin("admin")) {
            assertThat(List.of(plain, quick, alone, member, admin)).doesNotContainNull();
            assertThat(meters.getMeters())
                    .extracting(meter -> meter.getId().getTag("client"))
                    .contains(
                            "carillon-plain", "carillon-quick", "carillon-alone", "carillon-member", "carillon-admin");
            assertThat(meters.getMeters()).extracting(KafkaDefaultsTest::name).contains("kafka.producer.record.send");
            plain.close(Duration.ZERO);
            quick.close(Duration.ZERO);
            admin.close(Duration.ZERO);
        }
        assertThat(meters.getMeters()).isEmpty();
    }

    private static String name(Meter meter) {
        return meter.getId().getName();
    }

    private static Map<String, Object> with(Map<String, Object> some, Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }
}
