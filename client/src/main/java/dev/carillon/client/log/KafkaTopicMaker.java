package dev.carillon.client.log;

import dev.carillon.client.problem.InterruptHandling;
import dev.carillon.kit.kafka.topic.KafkaTopics;
import dev.carillon.kit.kafka.topic.TopicPlan;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.time.SystemTime;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** Compares and creates the topics of a real cluster. */
final class KafkaTopicMaker implements TopicMaker {
    private final Admin admin;
    private final KafkaTopics topics;

    KafkaTopicMaker(Admin admin) {
        this.admin = admin;
        this.topics = new KafkaTopics(admin, SystemTime.pause(), SystemTime.ticker());
    }

    @Override
    public TopicPlan plan(List<WantedTopic> wanted) {
        try {
            return topics.plan(wanted);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    @Override
    public TopicPlan apply(List<WantedTopic> wanted) {
        try {
            return topics.apply(wanted);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
