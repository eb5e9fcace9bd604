package dev.carillon.trigger.dispatch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Looks up the ends of a topic's partitions in Kafka, behind uncommitted records. */
@FunctionalInterface
public interface KafkaTopicEnds {
    /** The trigger's state holds offsets of these topics, so they can only be deleted together. */
    String FIX =
            "The topics schedules, calendars, control and trigger-state belong together: delete all four, run carillon"
                    + " topics create, and apply the calendars and schedules again";

    /** Short, as ticks wait meanwhile. */
    int ANSWER_MS = 2_000;

    /** The end of the topic's first partition. */
    long of(String topic);

    /** The ends of the topic's first partitions, as many as given. */
    default List<Long> of(String topic, int partitions) {
        return Collections.nCopies(partitions, of(topic));
    }

    static KafkaTopicEnds through(Admin admin) {
        return through(admin, ANSWER_MS);
    }

    /**
     * Looks them up with an admin client.
     *
     * @param answerMs how long Kafka may take to answer
     */
    static KafkaTopicEnds through(Admin admin, int answerMs) {
        return new KafkaTopicEnds() {
            @Override
            public long of(String topic) {
                return of(topic, 1).get(0);
            }

            @Override
            public List<Long> of(String topic, int partitions) {
                Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
                for (int partition = 0; partition < partitions; partition++) {
                    asked.put(new TopicPartition(topic, partition), OffsetSpec.latest());
                }
                try {
                    Map<TopicPartition, ListOffsetsResultInfo> found = admin.listOffsets(
                                    asked, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs(answerMs))
                            .all()
                            .get();
                    List<Long> ends = new ArrayList<>();
                    for (int partition = 0; partition < partitions; partition++) {
                        TopicPartition at = new TopicPartition(topic, partition);
                        ends.add(Objects.requireNonNull(found.get(at)).offset());
                    }
                    return ends;
                } catch (ExecutionException e) {
                    throw new IllegalStateException("could not find the end of " + topic, e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted while looking for the end of " + topic, e);
                }
            }
        };
    }
}
