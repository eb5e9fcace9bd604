package dev.carillon.standalone.topics;

import dev.carillon.kit.config.Contradictions;
import dev.carillon.kit.config.Key;
import dev.carillon.schemas.topic.TopicNames;
import java.util.List;

/** How Carillon's topics are called and made. */
public record TopicsConfig(
        @Key(
                name = "topics.namespace",
                byDefault = "carillon",
                min = "1",
                max = "100",
                reason = "stands before every topic, group and transactional id; two systems on one Kafka need two")
        String namespace,

        @Key(
                name = "topics.partitions",
                byDefault = "12",
                min = "1",
                max = "1000",
                reason = "of every data topic, and so how many workers of a queue can share its work")
        int partitions,

        @Key(
                name = "topics.replication-factor",
                byDefault = "0",
                min = "0",
                max = "10",
                reason = "how many brokers keep each record; 0 = what the cluster has as its default")
        int replicationFactor) {

    public TopicsConfig {
        new Contradictions()
                .when(
                        !namespace.matches("[A-Za-z0-9._-]+"),
                        List.of("topics.namespace"),
                        "has letters that no topic may have",
                        "Use A-Z, a-z, 0-9, dot, underscore and hyphen")
                .check();
    }

    public TopicNames names() {
        return new TopicNames(namespace);
    }
}
