package dev.carillon.kit.embed;

import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaGate;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.lifecycle.StatefulService;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** What an embedded service is made of: the settings, checked, and what its surroundings lend it. */
public record EmbeddedParts(Config config, String namespace, KafkaClients clients, Clock clock, MeterRegistry meters) {
    /** Longer than anything that works takes; a collector may have to restore its state first. */
    private static final Duration START_WITHIN = Duration.ofHours(1);

    /** The service, started only once Kafka answers and has the topics. */
    public StatefulService behindKafka(StatefulService service, List<String> topics) {
        return new ServiceGroup(
                service.name(), START_WITHIN, List.of(new KafkaGate(clients, namespace, topics), service));
    }
}
