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
 * The settings of a service to be embedded, given in code.
 *
 * @param <S> the kind of settings
 * @param <E> the kind of service they make
 */
public abstract class EmbeddedSettings<S extends EmbeddedSettings<S, E>, E extends EmbeddedService> {
    /** A program that embeds us wants to hear that there is no Kafka, where a process of ours would wait for it. */
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

    /** Any setting of {@code docs/configuration.md}, by its dotted key; checked when the service is built. */
    public S set(String key, String value) {
        if (key.equals(NAMESPACE)) {
            namespace = value; // Checked by the service, which knows what topics may be called.
        } else {
            values.put(key, value);
        }
        return self();
    }

    /** Any number of settings, by their dotted keys. */
    public S settings(Map<String, String> more) {
        more.forEach(this::set);
        return self();
    }

    /** What stands before the names of the topics, instead of {@code carillon}. */
    public S namespace(String name) {
        return set(NAMESPACE, name);
    }

    /** Where metrics go; without it they are counted and nobody sees them. */
    public S meters(MeterRegistry registry) {
        meters = registry;
        return self();
    }

    /** The clock that says when something is due. */
    public S clock(Clock newClock) {
        clock = newClock;
        return self();
    }

    /**
     * The service, not started yet.
     *
     * @throws dev.carillon.kit.config.ConfigException with everything that is wrong with the settings
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
     * Builds the service and starts it; returns when it runs. Each call makes another one.
     *
     * @throws dev.carillon.kit.errors.CodedException with what is wrong and what to do
     */
    public E start() {
        E service = build();
        service.start();
        return service;
    }
}
