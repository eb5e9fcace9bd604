package dev.carillon.kit.kafka;

/**
 * A topic as it is just now.
 *
 * @param id given by Kafka when the topic was made: another one means that it was deleted and made anew
 */
public record SeenTopic(String id, int partitions) {}
