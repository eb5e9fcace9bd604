package dev.carillon.kit.embed;

import dev.carillon.kit.config.Key;

/** What stands before the names of the topics. */
public record NamespaceConfig(
        @Key(
                name = "topics.namespace",
                byDefault = "carillon",
                min = "1",
                max = "100",
                reason = "stands before every topic, group and transactional id; two systems on one Kafka need two")
        String namespace) {}
