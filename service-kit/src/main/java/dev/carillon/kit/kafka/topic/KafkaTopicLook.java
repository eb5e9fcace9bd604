package dev.carillon.kit.kafka.topic;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads topics with Kafka's admin client. */
final class KafkaTopicLook implements TopicLook {
    private static final long ANSWER_SECONDS = 10;

    private final Admin admin;

    KafkaTopicLook(Admin admin) {
        this.admin = admin;
    }

    @Override
    public Set<String> names() throws Exception {
        return admin.listTopics().names().get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public Map<String, SeenTopic> see(Set<String> topics) throws Exception {
        Map<String, SeenTopic> seen = new LinkedHashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> asked :
                admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                TopicDescription found = asked.getValue().get(ANSWER_SECONDS, TimeUnit.SECONDS);
                seen.put(
                        asked.getKey(),
                        new SeenTopic(
                                found.topicId().toString(), found.partitions().size()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                // Safe: a missing topic is left out of the answer.
            }
        }
        return seen;
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
