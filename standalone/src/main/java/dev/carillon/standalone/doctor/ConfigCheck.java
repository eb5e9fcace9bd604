package dev.carillon.standalone.doctor;

import dev.carillon.kit.kafka.ActualTopic;
import dev.carillon.kit.kafka.TopicDifference;
import dev.carillon.kit.kafka.TopicPlan;
import dev.carillon.kit.kafka.WantedTopic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the topics' settings are those of the contract, and what it means where they are not. */
final class ConfigCheck {
    private static final String SIZE_LIMIT = "retention.bytes";

    private ConfigCheck() {}

    /** What is wrong in the same way with several topics is one finding. */
    private record Same(Trouble trouble, String config, String wanted, String actual) {}

    static List<Finding> judge(TopicsFact topics, String address) {
        Map<Same, List<String>> found = new LinkedHashMap<>();
        for (TopicDifference difference : differences(topics)) {
            trouble(difference.what(), difference.wanted(), difference.actual())
                    .ifPresent(trouble -> found.computeIfAbsent(
                                    new Same(trouble, difference.what(), difference.wanted(), difference.actual()),
                                    same -> new ArrayList<>())
                            .add(difference.topic()));
        }
        topics.found().values().stream()
                .filter(topic -> number(topic.configs().getOrDefault(SIZE_LIMIT, "-1")) >= 0)
                .forEach(topic -> found.computeIfAbsent(
                                new Same(
                                        Trouble.TOPIC_SIZE_LIMIT,
                                        SIZE_LIMIT,
                                        "-1",
                                        topic.configs().getOrDefault(SIZE_LIMIT, "")),
                                same -> new ArrayList<>())
                        .add(topic.name()));
        List<Finding> findings = new ArrayList<>();
        found.forEach((same, names) -> findings.add(finding(same, names, address)));
        if (findings.isEmpty() && !topics.found().isEmpty()) {
            findings.add(Finding.good("the topics' settings are as the contract wants them"));
        }
        return findings;
    }

    private static List<TopicDifference> differences(TopicsFact topics) {
        List<WantedTopic> wanted = topics.wanted().stream()
                .map(spec -> new WantedTopic(spec.name(), spec.partitions(), spec.configs()))
                .toList();
        Map<String, ActualTopic> actual = new LinkedHashMap<>();
        topics.found()
                .forEach((name, topic) -> actual.put(
                        name, new ActualTopic(name, topic.partitions().size(), topic.configs())));
        return TopicPlan.compare(wanted, actual).differing();
    }

    private static Finding finding(Same same, List<String> topics, String address) {
        return same.trouble()
                .found(
                        same.config() + " is " + same.actual() + ", should be " + same.wanted() + ", in "
                                + Words.some(topics),
                        "kafka-configs.sh --bootstrap-server " + address
                                + " --alter --entity-type topics --entity-name "
                                + topics.get(0) + " --add-config " + same.config() + "=" + same.wanted()
                                + (topics.size() == 1 ? "" : ", and so for the others"));
    }

    /** What a difference in a setting means; empty where it does no harm. */
    static Optional<Trouble> trouble(String config, String wanted, String actual) {
        return Optional.ofNullable(
                switch (config) {
                    case "message.timestamp.type" -> Trouble.TOPIC_TIMESTAMPS;
                    case "cleanup.policy" -> Trouble.TOPIC_CLEANUP;
                    case "retention.ms" ->
                        endless(actual) > number(wanted) ? Trouble.TOPIC_FORGETS_LATE : Trouble.TOPIC_FORGETS_EARLY;
                    case "segment.ms" -> number(actual) > number(wanted) ? Trouble.TOPIC_FORGETS_LATE : null;
                    case "max.message.bytes" ->
                        number(actual) > number(wanted) ? Trouble.TOPIC_RECORDS_LARGE : Trouble.TOPIC_RECORDS_SMALL;
                    case "min.compaction.lag.ms" -> number(actual) < number(wanted) ? Trouble.TOPIC_COMPACTION : null;
                    case "max.compaction.lag.ms", "segment.bytes", "min.cleanable.dirty.ratio" ->
                        number(actual) > number(wanted) ? Trouble.TOPIC_COMPACTION : null;
                    // The number of partitions has a check of its own, which knows what the other topics have.
                    default -> null;
                });
    }

    private static double endless(String value) {
        double number = number(value);
        return number < 0 ? Double.MAX_VALUE : number;
    }

    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return Double.MAX_VALUE; // "not set": brokers take that for no limit.
        }
    }
}
