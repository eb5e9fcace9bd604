package dev.carillon.kit.kafka;

import dev.carillon.kit.config.Contradictions;
import dev.carillon.kit.config.Key;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/** How connections to Kafka are encrypted and who is at their ends. */
public record KafkaSecurity(
        @Key(
                name = "kafka.security-protocol",
                byDefault = "plaintext",
                reason =
                        "what the brokers' listener speaks: sasl-ssl is a password over TLS, ssl is TLS with or without"
                                + " a certificate of ours, sasl-plaintext is a password without encryption")
        Protocol protocol,

        KafkaTls tls,
        KafkaLogin login) {

    /** What a listener of Kafka speaks; the names are Kafka's. */
    public enum Protocol {
        PLAINTEXT,
        SSL,
        SASL_PLAINTEXT,
        SASL_SSL;

        boolean encrypts() {
            return this == SSL || this == SASL_SSL;
        }

        boolean asksForPassword() {
            return this == SASL_PLAINTEXT || this == SASL_SSL;
        }
    }

    /** As a fresh Kafka is: open. */
    public static final KafkaSecurity NONE = new KafkaSecurity(Protocol.PLAINTEXT, KafkaTls.DEFAULT, KafkaLogin.NONE);

    public KafkaSecurity {
        new Contradictions()
                .when(
                        protocol.asksForPassword() && !login.isSet(),
                        List.of("kafka.security-protocol", "kafka.sasl.mechanism"),
                        "the protocol asks for a password, and there is no kafka.sasl.mechanism",
                        "Set kafka.sasl.mechanism, kafka.sasl.username and kafka.sasl.password")
                .when(
                        !protocol.asksForPassword() && login.isSet(),
                        List.of("kafka.sasl.mechanism", "kafka.security-protocol"),
                        "there is a login, and a protocol that has none",
                        "Set kafka.security-protocol to sasl-ssl, or remove what begins with kafka.sasl.")
                .when(
                        !protocol.encrypts() && tls.isSet(),
                        List.of(tls.firstSet(), "kafka.security-protocol"),
                        "there are settings of TLS, and a protocol without TLS",
                        "Set kafka.security-protocol to ssl or sasl-ssl, or remove what begins with kafka.tls.")
                .check();
    }

    void putInto(Map<String, Object> all) {
        if (protocol == Protocol.PLAINTEXT) {
            return; // As Kafka's own default is.
        }
        all.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol.name());
        if (protocol.encrypts()) {
            tls.putInto(all);
        }
        login.putInto(all);
    }
}
