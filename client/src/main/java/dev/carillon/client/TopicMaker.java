package dev.carillon.client;

import dev.carillon.kit.kafka.TopicPlan;
import dev.carillon.kit.kafka.WantedTopic;
import java.util.List;

/** Compares wanted topics with real ones, and makes the missing. */
public interface TopicMaker extends AutoCloseable {
    TopicPlan plan(List<WantedTopic> wanted);

    TopicPlan apply(List<WantedTopic> wanted);

    @Override
    void close();
}
