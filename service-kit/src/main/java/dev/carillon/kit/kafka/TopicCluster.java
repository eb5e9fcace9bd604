package dev.carillon.kit.kafka;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The cluster, as far as topics go. */
interface TopicCluster {
    /** Those of the named topics that exist. */
    Map<String, ActualTopic> actual(Collection<String> names) throws InterruptedException;

    /** Creates the topics; one that somebody else has created meanwhile is fine. */
    void create(Collection<WantedTopic> topics) throws InterruptedException;

    /** The partitions of the topics that can't be written or read yet, as {@code name-number}. */
    List<String> notReady(Collection<WantedTopic> topics) throws InterruptedException;
}
