package dev.carillon.kit.kafka.topic;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The topics of a cluster. */
interface TopicCluster {
    /** The existing ones of the named topics. */
    Map<String, ActualTopic> actual(Collection<String> names) throws InterruptedException;

    /** Creates the topics; ignores those that another process has created meanwhile. */
    void create(Collection<WantedTopic> topics) throws InterruptedException;

    /** The partitions of the topics that can't be written or read yet, as {@code name-number}. */
    List<String> notReady(Collection<WantedTopic> topics) throws InterruptedException;
}
