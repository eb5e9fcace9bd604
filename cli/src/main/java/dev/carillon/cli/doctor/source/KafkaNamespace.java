package dev.carillon.cli.doctor.source;

import dev.carillon.cli.doctor.fact.RightsFact;
import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads the namespace's topics, and what this user may do with its topics, groups and transactional ids. */
public final class KafkaNamespace {
    /** A group member and the end of a transactional id that no role uses. */
    private static final String UNUSED_NAME = "doctor";

    private final Admin admin;
    private final TopicsConfig config;
    private final String workerQueue;

    public KafkaNamespace(Admin admin, TopicsConfig config, String workerQueue) {
        this.admin = admin;
        this.config = config;
        this.workerQueue = workerQueue;
    }

    public TopicsFact topics() throws Exception {
        TopicNames names = config.names();
        Set<String> queues = new LinkedHashSet<>(List.of(QueueName.DEFAULT, workerQueue));
        queues.addAll(names.queues(admin.listTopics().names().get()));
        List<TopicSpec> wanted = new TopicCatalogue(names, config.partitions()).all(List.copyOf(queues));
        Set<String> hidden = new TreeSet<>();
        Map<String, TopicDescription> described = described(wanted, hidden);
        Map<String, Map<String, String>> configs = configs(described.keySet());
        Map<String, TopicFact> found = new TreeMap<>();
        described.forEach((name, topic) -> found.put(name, fact(topic, configs.getOrDefault(name, Map.of()))));
        return new TopicsFact(wanted, found, hidden);
    }

    private Map<String, TopicDescription> described(List<TopicSpec> wanted, Set<String> hidden) throws Exception {
        Map<String, TopicDescription> described = new TreeMap<>();
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        wanted.stream().map(TopicSpec::name).toList(),
                        new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
            try {
                described.put(answer.getKey(), answer.getValue().get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof TopicAuthorizationException) {
                    hidden.add(answer.getKey());
                } else if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                // A missing topic is left out here; TopicCheck reports it.
            }
        }
        return described;
    }

    private Map<String, Map<String, String>> configs(Set<String> topics) throws Exception {
        List<ConfigResource> resources = topics.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Map<String, String>> configs = new HashMap<>();
        for (Map.Entry<ConfigResource, org.apache.kafka.clients.admin.Config> topic :
                admin.describeConfigs(resources).all().get().entrySet()) {
            configs.put(
                    topic.getKey().name(),
                    topic.getValue().entries().stream()
                            .filter(entry -> entry.value() != null)
                            .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value)));
        }
        return configs;
    }

    private static TopicFact fact(TopicDescription topic, Map<String, String> configs) {
        List<TopicFact.Partition> partitions = topic.partitions().stream()
                .map(partition -> new TopicFact.Partition(
                        partition.partition(),
                        partition.leader() != null && !partition.leader().isEmpty(),
                        partition.replicas().size(),
                        partition.isr().size()))
                .toList();
        Set<String> operations = topic.authorizedOperations() == null
                ? Set.of()
                : topic.authorizedOperations().stream().map(Enum::name).collect(Collectors.toSet());
        return new TopicFact(topic.name(), partitions, configs, operations);
    }

    /**
     * Finds refusals outside topics. Kafka reports no right to use a group or a transactional id, so both are tried in
     * a way that changes nothing: a member that does not exist leaves the group, and an unused id is fenced.
     */
    public RightsFact rights() throws Exception {
        String namespace = config.namespace();
        List<String> refused = new ArrayList<>();
        for (String group : List.of(namespace + "." + workerQueue, namespace + ".collector")) {
            if (refusal(leave(group)).orElse(null) instanceof GroupAuthorizationException) {
                refused.add("group " + group);
            }
        }
        String leader = namespace + ".trigger.0";
        // Fencing the leader's own id would end its leadership, so it is only described.
        if (refusal(admin.describeTransactions(List.of(leader)).description(leader))
                        .orElse(null)
                instanceof TransactionalIdAuthorizationException) {
            refused.add("transactional-id " + leader);
        }
        String worker = namespace + ".worker." + UNUSED_NAME;
        if (refusal(admin.fenceProducers(List.of(worker)).all()).orElse(null)
                instanceof TransactionalIdAuthorizationException) {
            refused.add("transactional-id " + worker);
        }
        return new RightsFact(refused);
    }

    private KafkaFuture<Void> leave(String group) {
        return admin.removeMembersFromConsumerGroup(
                        group, new RemoveMembersFromConsumerGroupOptions(Set.of(new MemberToRemove(UNUSED_NAME))))
                .all();
    }

    /** The first authorization failure among the causes; any other failure says nothing about rights. */
    private static Optional<Throwable> refusal(KafkaFuture<?> answer) throws InterruptedException {
        try {
            answer.get();
            return Optional.empty();
        } catch (ExecutionException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof AuthorizationException) {
                    return Optional.of(cause);
                }
            }
            return Optional.empty();
        }
    }
}
