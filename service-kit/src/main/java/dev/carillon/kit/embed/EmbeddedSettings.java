package dev.carillon.kit.embed;

import dev.carillon.kit.config.Config;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.SystemTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an embedded service, given in code.
 *
 * @param <S> the kind of settings
 * @param <E> the kind of service they make
 */
public abstract class EmbeddedSettings<S extends EmbeddedSettings<S, E>, E extends EmbeddedService> {
    /** An embedding program has to learn that Kafka is missing; Carillon's own processes wait for it for ever. */
    private static final String GIVE_UP_AFTER = "30s";

    private static final String NAMESPACE = "topics.namespace";

    private final Map<String, String> values = new LinkedHashMap<>();
    private String namespace = "carillon";
    private Clock clock = SystemTime.clock();
    private @Nullable MeterRegistry meters;

    protected EmbeddedSettings(String bootstrapServers) {
        values.put("kafka.give-up-after", GIVE_UP_AFTER);
        values.put("kafka.bootstrap-servers", bootstrapServers);
    }

    protected abstract S self();

    /** The records that hold the service's own settings. */
    protected abstract List<Class<? extends Record>> records();

    protected abstract E made(EmbeddedParts parts);

    /** Sets any key of {@code docs/configuration.md}; checked when the service is built. */
    public S set(String key, String value) {
        if (key.equals(NAMESPACE)) {
            namespace = value; // Checked by the service, which knows the rule for namespaces.
        } else {
            values.put(key, value);
        }
        return self();
    }

    /** Sets any number of keys. */
    public S settings(Map<String, String> more) {
        more.forEach(this::set);
        return self();
    }

    /** The prefix of the topics' names, instead of {@code carillon}. */
    public S namespace(String name) {
        return set(NAMESPACE, name);
    }

    /** The registry for metrics; without it they are not visible. */
    public S meters(MeterRegistry registry) {
        meters = registry;
        return self();
    }

    /** The clock that decides when something is due. */
    public S clock(Clock newClock) {
        clock = newClock;
        return self();
    }

    /**
     * The service, not started yet.
     *
     * @throws dev.carillon.kit.config.problem.ConfigException with all problems of the settings
     */
    public E build() {
        List<Class<? extends Record>> all = new ArrayList<>(List.of(KafkaConfig.class));
        all.addAll(records());
        Config config = ConfigLoader.of(all).settings(values).load();
        MeterRegistry registry = meters == null ? new SimpleMeterRegistry() : meters;
        KafkaClients clients = new KafkaClients(config.get(KafkaConfig.class), registry);
        return made(new EmbeddedParts(config, namespace, clients, clock, registry));
    }

    /**
     * Builds the service and starts it; returns when it runs. Each call creates another service.
     *
     * @throws dev.carillon.kit.errors.CodedException with the problem and what to do
     */
    public E start() {
        E service = build();
        service.start();
        return service;
    }
}
