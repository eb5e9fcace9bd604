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

/** The checked settings of an embedded service, and the objects that the embedding program provides. */
public record EmbeddedParts(Config config, String namespace, KafkaClients clients, Clock clock, MeterRegistry meters) {
    /** Longer than any start that works: a collector may have to restore its state first. */
    private static final Duration START_WITHIN = Duration.ofHours(1);

    /** Wraps the service so that it starts only once Kafka answers and has the topics. */
    public StatefulService behindKafka(StatefulService service, List<String> topics) {
        return new ServiceGroup(
                service.name(), START_WITHIN, List.of(new KafkaGate(clients, namespace, topics), service));
    }
}
