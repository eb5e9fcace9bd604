package dev.carillon.trigger.dispatch;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Finds the end of a topic of one partition in Kafka, behind what is not committed yet. */
@FunctionalInterface
public interface KafkaTopicEnds {
    /** What the trigger's state says is true of these three together. */
    String FIX =
            "The topics schedules, control and trigger-state belong together: delete all three, run carillon topics"
                    + " create, and apply the schedules again";

    long of(String topic);

    static KafkaTopicEnds through(Admin admin) {
        return topic -> {
            TopicPartition partition = new TopicPartition(topic, 0);
            try {
                return admin.listOffsets(
                                Map.of(partition, OffsetSpec.latest()),
                                new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                        .partitionResult(partition)
                        .get()
                        .offset();
            } catch (ExecutionException e) {
                throw new IllegalStateException("could not find the end of " + partition, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while looking for the end of " + partition, e);
            }
        };
    }
}
