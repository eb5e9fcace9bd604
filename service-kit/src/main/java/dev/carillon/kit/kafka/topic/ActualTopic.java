package dev.carillon.kit.kafka.topic;

import java.util.Map;

/** A topic of the cluster, with its effective configs. */
public record ActualTopic(String name, int partitions, Map<String, String> configs) {}
