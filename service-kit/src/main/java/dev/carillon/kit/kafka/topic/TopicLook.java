package dev.carillon.kit.kafka.topic;

import java.util.Map;
import java.util.Set;

/** Reads the current topics. */
interface TopicLook extends AutoCloseable {
    Set<String> names() throws Exception;

    /** The existing ones of the topics. */
    Map<String, SeenTopic> see(Set<String> topics) throws Exception;

    @Override
    default void close() {}
}
