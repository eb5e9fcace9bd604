package dev.carillon.kit.kafka.topic;

/**
 * A topic at the time of a look.
 *
 * @param id Kafka's id: another one means that the topic was deleted and created again
 */
public record SeenTopic(String id, int partitions) {}
