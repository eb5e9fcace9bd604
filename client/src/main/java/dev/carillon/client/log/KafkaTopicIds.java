package dev.carillon.client.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicIdException;

/**
 * Looks up the current ids of topics. A lookup by a known id takes one request, a lookup by name two. Used from one
 * thread.
 */
final class KafkaTopicIds {
    /** At most one entry per topic. */
    private final Map<String, Uuid> known = new HashMap<>();

    /** Lookups that are under way, by topic. */
    record Asked(Map<String, Uuid> wereKnown, Map<String, KafkaFuture<TopicDescription>> answers) {}

    /** Starts the lookups without waiting. */
    Asked ask(Admin admin, Collection<String> topics) {
        Map<String, Uuid> byId = new HashMap<>();
        List<String> byName = new ArrayList<>();
        for (String topic : topics) {
            Uuid id = known.getOrDefault(topic, Uuid.ZERO_UUID);
            // Clusters of old versions give this id to all topics.
            if (id.equals(Uuid.ZERO_UUID)) {
                byName.add(topic);
            } else {
                byId.put(topic, id);
            }
        }
        Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
        if (!byId.isEmpty()) {
            Map<Uuid, KafkaFuture<TopicDescription>> described = admin.describeTopics(
                            TopicCollection.ofTopicIds(byId.values()))
                    .topicIdValues();
            byId.forEach((topic, id) -> answers.put(topic, described.get(id)));
        }
        if (!byName.isEmpty()) {
            answers.putAll(admin.describeTopics(byName).topicNameValues());
        }
        return new Asked(byId, answers);
    }

    /** Waits for the ids; deleted topics are looked up by name, as they may have been created again. */
    Map<String, Uuid> await(Admin admin, Asked asked) throws ExecutionException, InterruptedException {
        List<String> gone = new ArrayList<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                asked.answers().entrySet()) {
            String topic = answer.getKey();
            try {
                known.put(topic, answer.getValue().get().topicId());
            } catch (ExecutionException e) {
                known.remove(topic);
                if (!asked.wereKnown().containsKey(topic) || !(e.getCause() instanceof UnknownTopicIdException)) {
                    throw e;
                }
                gone.add(topic);
            }
        }
        if (!gone.isEmpty()) {
            for (Map.Entry<String, KafkaFuture<TopicDescription>> answer :
                    admin.describeTopics(gone).topicNameValues().entrySet()) {
                known.put(answer.getKey(), answer.getValue().get().topicId());
            }
        }
        Map<String, Uuid> ids = new HashMap<>(known);
        ids.keySet().retainAll(asked.answers().keySet());
        return ids;
    }
}
