package dev.carillon.kit.kafka;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import dev.carillon.schemas.duration.DurationText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The address of Kafka, and how long to wait for it. */
public record KafkaConfig(
        @Key(
                name = "kafka.bootstrap-servers",
                byDefault = "127.0.0.1:9092",
                min = "1",
                max = "100",
                reason = "host:port of one or more brokers; the others are found through them")
        List<String> bootstrapServers,

        @Key(
                name = "kafka.client-id-prefix",
                byDefault = "carillon",
                min = "1",
                max = "100",
                reason = "the name of Carillon's connections in the brokers' logs, quotas and metrics")
        String clientIdPrefix,

        @Key(
                name = "kafka.request-timeout",
                byDefault = "10s",
                min = "500ms",
                max = "5m",
                reason = "how long one request may go unanswered before it is tried again")
        Duration requestTimeout,

        @Key(
                name = "kafka.connect-timeout",
                byDefault = "5s",
                min = "100ms",
                max = "2m",
                reason = "how long setting up a connection may take before another broker is tried")
        Duration connectTimeout,

        @Key(
                name = "kafka.delivery-timeout",
                byDefault = "30s",
                min = "1s",
                max = "10m",
                reason = "how long sending a record outside transactions may take before it fails")
        Duration deliveryTimeout,

        @Key(
                name = "kafka.give-up-after",
                min = "0s",
                max = "1d",
                reason = "how long to try when no broker answers at the start, before the process ends with code 4; not"
                        + " set = for ever")
        @Nullable
        Duration giveUpAfter,

        KafkaSecurity security,
        KafkaPassThrough passThrough) {
    public KafkaConfig {
        bootstrapServers = List.copyOf(bootstrapServers);
        new Contradictions()
                .when(
                        deliveryTimeout.compareTo(requestTimeout) <= 0,
                        List.of("kafka.delivery-timeout", "kafka.request-timeout"),
                        "kafka.delivery-timeout (" + DurationText.format(deliveryTimeout) + ") has to be longer than"
                                + " kafka.request-timeout (" + DurationText.format(requestTimeout) + ")",
                        "Change one of them")
                .check();
    }

    /** The defaults, with another address. */
    public static KafkaConfig at(String bootstrapServers) {
        return new KafkaConfig(
                List.of(bootstrapServers.split(",")),
                "carillon",
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                null,
                KafkaSecurity.NONE,
                KafkaPassThrough.NONE);
    }

    /** The same cluster, with other timeouts. */
    public KafkaConfig withTimeouts(Duration request, Duration connect, Duration delivery) {
        return new KafkaConfig(
                bootstrapServers, clientIdPrefix, request, connect, delivery, giveUpAfter, security, passThrough);
    }

    public KafkaConfig withSecurity(KafkaSecurity other) {
        return new KafkaConfig(
                bootstrapServers,
                clientIdPrefix,
                requestTimeout,
                connectTimeout,
                deliveryTimeout,
                giveUpAfter,
                other,
                passThrough);
    }

    public String addresses() {
        return String.join(",", bootstrapServers);
    }
}
