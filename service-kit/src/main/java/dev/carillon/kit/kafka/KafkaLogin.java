package dev.carillon.kit.kafka;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.jspecify.annotations.Nullable;

/** The user name and password for Kafka. */
public record KafkaLogin(
        @Key(
                name = "kafka.sasl.mechanism",
                reason = "how the password is proved: scram-sha-512 or scram-sha-256 never send it, plain does")
        @Nullable
        Mechanism mechanism,

        @Key(
                name = "kafka.sasl.username",
                min = "1",
                max = "1000",
                reason = "the user name, as in the brokers' access lists (ACLs)")
        @Nullable
        String username,

        @Key(
                name = "kafka.sasl.password",
                min = "1",
                max = "10000",
                secret = true,
                reason = "the password of kafka.sasl.username")
        @Nullable
        String password) {

    /** The SASL mechanisms for passwords. */
    public enum Mechanism {
        PLAIN("PLAIN", PlainLoginModule.class),
        SCRAM_SHA_256("SCRAM-SHA-256", ScramLoginModule.class),
        SCRAM_SHA_512("SCRAM-SHA-512", ScramLoginModule.class);

        private final String kafkaName;
        private final Class<?> module;

        Mechanism(String kafkaName, Class<?> module) {
            this.kafkaName = kafkaName;
            this.module = module;
        }
    }

    static final KafkaLogin NONE = new KafkaLogin(null, null, null);

    public KafkaLogin {
        boolean complete = mechanism != null && username != null && password != null;
        boolean empty = mechanism == null && username == null && password == null;
        Contradictions all = new Contradictions();
        List<String> keys = List.of("kafka.sasl.mechanism", "kafka.sasl.username", "kafka.sasl.password");
        String missing = (mechanism == null ? " " + keys.get(0) : "")
                + (username == null ? " " + keys.get(1) : "")
                + (password == null ? " " + keys.get(2) : "");
        all.when(
                !complete && !empty,
                keys,
                "they are needed together, and these are not set:" + missing,
                "Set" + missing + " too, or none of the three");
        all.check();
    }

    boolean isSet() {
        return mechanism != null;
    }

    void putInto(Map<String, Object> all) {
        if (mechanism != null && username != null && password != null) {
            all.put(SaslConfigs.SASL_MECHANISM, mechanism.kafkaName);
            all.put(
                    SaslConfigs.SASL_JAAS_CONFIG,
                    mechanism.module.getName() + " required username=" + quoted(username) + " password="
                            + quoted(password) + ";");
        }
    }

    /** Escapes for Kafka's parser of JAAS lines, where all other characters stand for themselves. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c == '\r') {
                quoted.append("\\r");
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** Without the password, as records are printed into logs. */
    @Override
    public String toString() {
        return "KafkaLogin[mechanism=" + mechanism + ", username=" + username + "]";
    }
}
