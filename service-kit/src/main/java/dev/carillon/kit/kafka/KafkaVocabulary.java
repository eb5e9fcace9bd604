package dev.carillon.kit.kafka;

import dev.carillon.kit.config.ForeignSettings;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The settings of Kafka's clients, by kind of client. */
abstract class KafkaVocabulary implements ForeignSettings {
    /** Matches secrets by name too, as Kafka does not declare all of them as passwords. */
    private static final Pattern SECRET = Pattern.compile(
            ".*(passw|passphrase|secret|jaas|token|credential|keystore|private).*|(.*[._-])?key([._-].*)?");

    private final List<ConfigDef> definitions;

    private KafkaVocabulary(ConfigDef... definitions) {
        this.definitions = List.of(definitions);
    }

    @Override
    public String maker() {
        return "Kafka";
    }

    @Override
    public Set<String> names() {
        return definitions.stream()
                .map(ConfigDef::names)
                .flatMap(Collection::stream)
                .filter(name -> !name.startsWith("internal."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Optional<Refusal> refusal(String name) {
        return KafkaRefusals.of(name, loadsClass(name));
    }

    private boolean loadsClass(String name) {
        return is(ConfigDef.Type.CLASS, name);
    }

    private boolean is(ConfigDef.Type type, String name) {
        return definitions.stream()
                .map(definition -> definition.configKeys().get(name))
                .anyMatch(key -> key != null && key.type() == type);
    }

    @Override
    public Optional<String> whyUnfit(String name, String value) {
        for (ConfigDef definition : definitions) {
            ConfigDef.ConfigKey key = definition.configKeys().get(name);
            if (key != null) {
                return whyUnfit(key, value);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> whyUnfit(ConfigDef.ConfigKey key, String value) {
        try {
            Object parsed = ConfigDef.parseType(key.name, value, key.type);
            if (key.validator != null) {
                key.validator.ensureValid(key.name, parsed);
            }
            return Optional.empty();
        } catch (ConfigException e) {
            String limits = key.validator == null ? "" : " " + key.validator;
            return Optional.of("Kafka takes a value of type " + key.type.name().toLowerCase(Locale.ROOT) + limits);
        }
    }

    @Override
    public boolean isSecret(String name) {
        return is(ConfigDef.Type.PASSWORD, name) || SECRET.matcher(name).matches();
    }

    /** Settings that all clients have; a refusal names the kinds of client that have another one. */
    static final class Clients extends KafkaVocabulary {
        Clients() {
            super(ProducerConfig.configDef(), ConsumerConfig.configDef(), AdminClientConfig.configDef());
        }

        @Override
        public Optional<Refusal> refusal(String name) {
            Optional<Refusal> general = super.refusal(name);
            List<String> kinds = List.of("producer", "consumer", "admin");
            List<String> with = kinds.stream().filter(kind -> has(kind, name)).toList();
            if (general.isPresent() || with.size() == kinds.size()) {
                return general;
            }
            return Optional.of(new Refusal(
                    "not all of Kafka's clients have this setting",
                    "Write "
                            + with.stream()
                                    .map(kind -> "kafka." + kind + "." + name)
                                    .collect(Collectors.joining(" or "))));
        }

        private static boolean has(String kind, String name) {
            return switch (kind) {
                case "producer" -> ProducerConfig.configNames().contains(name);
                case "consumer" -> ConsumerConfig.configNames().contains(name);
                default -> AdminClientConfig.configNames().contains(name);
            };
        }
    }

    /** Settings of producers. */
    static final class Producers extends KafkaVocabulary {
        Producers() {
            super(ProducerConfig.configDef());
        }
    }

    /** Settings of consumers. */
    static final class Consumers extends KafkaVocabulary {
        Consumers() {
            super(ConsumerConfig.configDef());
        }
    }

    /** Settings of admin clients. */
    static final class Admins extends KafkaVocabulary {
        Admins() {
            super(AdminClientConfig.configDef());
        }
    }
}
