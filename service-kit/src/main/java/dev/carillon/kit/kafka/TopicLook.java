package dev.carillon.kit.kafka;

import java.util.Map;
import java.util.Set;

/** Looks at topics as they are now. */
interface TopicLook extends AutoCloseable {
    Set<String> names() throws Exception;

    /** Those of the topics that are there. */
    Map<String, SeenTopic> see(Set<String> topics) throws Exception;

    @Override
    default void close() {}
}
