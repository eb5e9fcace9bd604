package dev.carillon.schemas.topic;

import java.util.Map;

/** A topic as it should be. */
public record TopicSpec(String name, int partitions, Map<String, String> configs) {}
