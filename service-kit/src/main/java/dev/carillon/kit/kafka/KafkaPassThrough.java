package dev.carillon.kit.kafka;

import dev.carillon.kit.config.Key;
import java.util.Map;

/** Settings of Kafka's clients that are passed to them unchanged; the narrower group wins. */
public record KafkaPassThrough(
        @Key(
                name = "kafka.client",
                max = "100",
                vocabulary = KafkaVocabulary.Clients.class,
                reason = "any setting that all of Kafka's clients have, such as kafka.client.ssl.cipher.suites")
        Map<String, String> client,

        @Key(
                name = "kafka.producer",
                max = "100",
                vocabulary = KafkaVocabulary.Producers.class,
                reason = "any setting of Kafka's producers, such as kafka.producer.compression.type")
        Map<String, String> producer,

        @Key(
                name = "kafka.consumer",
                max = "100",
                vocabulary = KafkaVocabulary.Consumers.class,
                reason = "any setting of Kafka's consumers, such as kafka.consumer.client.rack")
        Map<String, String> consumer,

        @Key(
                name = "kafka.admin",
                max = "100",
                vocabulary = KafkaVocabulary.Admins.class,
                reason = "any setting of Kafka's admin clients, such as kafka.admin.retry.backoff.ms")
        Map<String, String> admin) {

    static final KafkaPassThrough NONE = new KafkaPassThrough(Map.of(), Map.of(), Map.of(), Map.of());

    public KafkaPassThrough {
        client = Map.copyOf(client);
        producer = Map.copyOf(producer);
        consumer = Map.copyOf(consumer);
        admin = Map.copyOf(admin);
    }
}
