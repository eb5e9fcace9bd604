package dev.carillon.client;

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
 * The ids that topics have now. A topic whose id is known is asked for by it: that takes one request, while asking by name
 * takes two. Used from one thread.
 */
final class KafkaTopicIds {
    /** At most one entry a topic. */
    private final Map<String, Uuid> known = new HashMap<>();

    /** What was asked and is not answered yet, by topic. */
    record Asked(Map<String, Uuid> wereKnown, Map<String, KafkaFuture<TopicDescription>> answers) {}

    /** Asks without waiting for the answer. */
    Asked ask(Admin admin, Collection<String> topics) {
        Map<String, Uuid> byId = new HashMap<>();
        List<String> byName = new ArrayList<>();
        for (String topic : topics) {
            Uuid id = known.getOrDefault(topic, Uuid.ZERO_UUID);
            // Clusters of old versions give all topics this one.
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

    /** Waits for the answers, and asks by name for topics that were deleted: there may be others of the same names. */
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
