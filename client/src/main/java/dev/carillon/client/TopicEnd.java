package dev.carillon.client;

/**
 * The end of one partition, and of which topic: one that is deleted and made again has the same name and another id.
 *
 * @param topicId always the same where the cluster gives topics no ids
 * @param offset the position behind the last record that may be read
 */
public record TopicEnd(String topicId, long offset) {}
