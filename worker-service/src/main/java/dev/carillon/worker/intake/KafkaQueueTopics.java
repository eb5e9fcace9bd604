package dev.carillon.worker.intake;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.topic.TopicNeeds;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Checks the topics that a worker needs. */
public final class KafkaQueueTopics {
    private KafkaQueueTopics() {}

    /** What must hold for the topics as long as the worker works. */
    public static TopicNeeds needs(TopicNames names, String queue) {
        List<String> equal = new ArrayList<>(List.of(names.results(), names.outcomes(), names.delayed()));
        equal.addAll(names.ofQueue(queue));
        List<String> present = new ArrayList<>(equal);
        present.addAll(List.of(names.control(), names.workers(), names.events(), names.logs(), names.deadLetters()));
        Map<String, String> fixes = new LinkedHashMap<>();
        names.ofQueue(queue)
                .forEach(topic -> fixes.put(topic, "Create it with: carillon topics create --queue " + queue));
        return new TopicNeeds(present, equal, List.of(), List.of(), fixes);
    }

    /** The number of partitions that the queue's topics share with those that are written at an execution's home. */
    public static int partitions(KafkaClients clients, TopicNames names, String queue) {
        List<String> needed = new ArrayList<>(names.ofQueue(queue));
        needed.add(names.results());
        needed.add(names.outcomes());
        needed.add(names.delayed());
        Map<String, Integer> found = new LinkedHashMap<>();
        try (Admin admin = clients.admin("worker-topics")) {
            for (Map.Entry<String, KafkaFuture<TopicDescription>> one :
                    admin.describeTopics(needed).topicNameValues().entrySet()) {
                found.put(one.getKey(), described(one.getValue(), one.getKey(), queue, clients));
            }
        }
        if (new TreeSet<>(found.values()).size() != 1) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_QUEUE,
                    "worker.queue",
                    "the topics of queue \"" + queue + "\" have unequal numbers of partitions: " + found,
                    "give them all the same number");
        }
        return found.values().iterator().next();
    }

    private static int described(
            KafkaFuture<TopicDescription> answer, String topic, String queue, KafkaClients clients) {
        try {
            return answer.get().partitions().size();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the topics were described", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new ContractException(
                        ErrorCode.UNKNOWN_QUEUE,
                        "worker.queue",
                        "topic " + topic + " of queue \"" + queue + "\" does not exist",
                        "create it with: carillon topics create --queue " + queue);
            }
            throw new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE,
                    "no answer from Kafka at " + clients.config().addresses()
                            + " ("
                            + e.getCause() + "). Start it, or name another with -b HOST:PORT (kafka.bootstrap-servers)",
                    e.getCause());
        }
    }
}
