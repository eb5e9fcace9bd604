package dev.carillon.client.log;

/**
 * The end of one partition, with the topic's id: a topic that is deleted and created again has another id.
 *
 * @param topicId always the same where the cluster gives topics no ids
 * @param offset the position behind the last record that may be read
 */
public record TopicEnd(String topicId, long offset) {}
