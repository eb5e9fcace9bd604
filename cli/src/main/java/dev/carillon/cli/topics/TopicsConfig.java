package dev.carillon.cli.topics;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.topic.TopicNames;
import java.util.List;

/** The names, partitions and replicas of Carillon's topics. */
public record TopicsConfig(
        @Key(
                name = "topics.namespace",
                byDefault = "carillon",
                min = "1",
                max = "80",
                reason = "prefix of every topic, group and transactional id; must differ between systems on one Kafka")
        String namespace,

        @Key(
                name = "topics.partitions",
                byDefault = "12",
                min = "1",
                max = "1000",
                reason = "of every data topic, and so the most workers that can share the work of a queue")
        int partitions,

        @Key(
                name = "topics.replication-factor",
                byDefault = "0",
                min = "0",
                max = "10",
                reason = "how many brokers keep each record; 0 = the default of the cluster")
        int replicationFactor) {

    public TopicsConfig {
        new Contradictions()
                .when(
                        !isNamespace(namespace),
                        List.of("topics.namespace"),
                        "can't begin the names of topics",
                        "Use 1 to 80 of a-z, 0-9, dot, underscore and hyphen, with a letter or digit at both ends")
                .check();
    }

    private static boolean isNamespace(String text) {
        try {
            return text.equals(new TopicNames(text).namespace());
        } catch (ContractException e) {
            return false; // Safe: the caller says so with the name of the setting.
        }
    }

    public TopicNames names() {
        return new TopicNames(namespace);
    }
}
