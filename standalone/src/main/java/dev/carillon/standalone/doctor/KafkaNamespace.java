package dev.carillon.standalone.doctor;

import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import dev.carillon.standalone.topics.TopicsConfig;
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
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What of ours lies on the cluster: topics, groups, transactional ids, and what this user may do with them. */
final class KafkaNamespace {
    private final Admin admin;
    private final TopicsConfig config;
    private final String workerQueue;

    KafkaNamespace(Admin admin, TopicsConfig config, String workerQueue) {
        this.admin = admin;
        this.config = config;
        this.workerQueue = workerQueue;
    }

    TopicsFact topics() throws Exception {
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
                // A missing topic is what the check is for.
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

    RightsFact rights() throws Exception {
        String namespace = config.namespace();
        List<String> refused = new ArrayList<>();
        for (String group : List.of(namespace + "." + workerQueue, namespace + ".collector")) {
            if (refusal(admin.describeConsumerGroups(List.of(group)).all()).orElse(null)
                    instanceof GroupAuthorizationException) {
                refused.add("group " + group);
            }
        }
        for (String id : List.of(namespace + ".trigger.0", namespace + ".worker.doctor")) {
            if (refusal(admin.describeTransactions(List.of(id)).description(id)).orElse(null)
                    instanceof TransactionalIdAuthorizationException) {
                refused.add("transactional-id " + id);
            }
        }
        return new RightsFact(refused);
    }

    /** Why there is no answer; a group or an id that nobody has used yet is none that is refused. */
    private static Optional<Throwable> refusal(KafkaFuture<?> answer) throws InterruptedException {
        try {
            answer.get();
            return Optional.empty();
        } catch (ExecutionException e) {
            return e.getCause() instanceof AuthorizationException ? Optional.of(e.getCause()) : Optional.empty();
        }
    }
}
