package dev.carillon.client.log;

import dev.carillon.kit.kafka.topic.TopicPlan;
import dev.carillon.kit.kafka.topic.WantedTopic;
import java.util.List;

/** Compares wanted topics with existing ones, and creates those that are missing. */
public interface TopicMaker extends AutoCloseable {
    TopicPlan plan(List<WantedTopic> wanted);

    TopicPlan apply(List<WantedTopic> wanted);

    @Override
    void close();
}
