package dev.carillon.kit.kafka;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/** How connections to Kafka are encrypted and authenticated. */
public record KafkaSecurity(
        @Key(
                name = "kafka.security-protocol",
                byDefault = "plaintext",
                reason = "the protocol of the brokers' listener: sasl-ssl is a password over TLS, ssl is TLS with or"
                        + " without a client certificate, sasl-plaintext is a password without encryption")
        Protocol protocol,

        KafkaTls tls,
        KafkaLogin login) {

    /** The security protocols of Kafka's listeners, under Kafka's names. */
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

    /** No security, as in a new Kafka. */
    public static final KafkaSecurity NONE = new KafkaSecurity(Protocol.PLAINTEXT, KafkaTls.DEFAULT, KafkaLogin.NONE);

    public KafkaSecurity {
        new Contradictions()
                .when(
                        protocol.asksForPassword() && !login.isSet(),
                        List.of("kafka.security-protocol", "kafka.sasl.mechanism"),
                        "the protocol needs a password, but kafka.sasl.mechanism is not set",
                        "Set kafka.sasl.mechanism, kafka.sasl.username and kafka.sasl.password")
                .when(
                        !protocol.asksForPassword() && login.isSet(),
                        List.of("kafka.sasl.mechanism", "kafka.security-protocol"),
                        "there is a login, but the protocol has none",
                        "Set kafka.security-protocol to sasl-ssl, or remove what begins with kafka.sasl.")
                .when(
                        !protocol.encrypts() && tls.isSet(),
                        List.of(tls.firstSet(), "kafka.security-protocol"),
                        "there are settings of TLS, but the protocol has no TLS",
                        "Set kafka.security-protocol to ssl or sasl-ssl, or remove what begins with kafka.tls.")
                .check();
    }

    void putInto(Map<String, Object> all) {
        if (protocol == Protocol.PLAINTEXT) {
            return; // Kafka's default.
        }
        all.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol.name());
        if (protocol.encrypts()) {
            tls.putInto(all);
        }
        login.putInto(all);
    }
}
