package dev.carillon.cli.topics;

import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The topics that Carillon needs, with their partitions, replicas and settings. */
public final class WantedTopics {
    private WantedTopics() {}

    /** All topics, including those of the given queues. */
    public static List<WantedTopic> of(TopicsConfig config, List<String> queues) {
        @Nullable
        Short replication = config.replicationFactor() == 0 ? null : (Short) (short) config.replicationFactor();
        List<TopicSpec> specs = new TopicCatalogue(config.names(), config.partitions()).all(queues);
        return specs.stream()
                .map(spec -> new WantedTopic(spec.name(), spec.partitions(), replication, spec.configs()))
                .toList();
    }
}
