package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import dev.carillon.kit.kafka.topic.ActualTopic;
import dev.carillon.kit.kafka.topic.TopicDifference;
import dev.carillon.kit.kafka.topic.TopicPlan;
import dev.carillon.kit.kafka.topic.WantedTopic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges the topics' settings against the contract. */
public final class ConfigCheck {
    private static final String SIZE_LIMIT = "retention.bytes";

    private ConfigCheck() {}

    /** A wrong setting; all topics with the same one share a finding. */
    private record Same(FindingKind problem, String config, String wanted, String actual) {}

    public static List<Finding> judge(TopicsFact topics, String address) {
        Map<Same, List<String>> found = new LinkedHashMap<>();
        for (TopicDifference difference : differences(topics)) {
            problem(difference.what(), difference.wanted(), difference.actual())
                    .ifPresent(problem -> found.computeIfAbsent(
                                    new Same(problem, difference.what(), difference.wanted(), difference.actual()),
                                    same -> new ArrayList<>())
                            .add(difference.topic()));
        }
        topics.found().values().stream()
                .filter(topic -> number(topic.configs().getOrDefault(SIZE_LIMIT, "-1")) >= 0)
                .forEach(topic -> found.computeIfAbsent(
                                new Same(
                                        FindingKind.TOPIC_SIZE_LIMIT,
                                        SIZE_LIMIT,
                                        "-1",
                                        topic.configs().getOrDefault(SIZE_LIMIT, "")),
                                same -> new ArrayList<>())
                        .add(topic.name()));
        List<Finding> findings = new ArrayList<>();
        found.forEach((same, names) -> findings.add(finding(same, names, address)));
        if (findings.isEmpty() && !topics.found().isEmpty()) {
            findings.add(Finding.good("the topics' settings match the contract"));
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
        return same.problem()
                .found(
                        same.config() + " is " + same.actual() + ", should be " + same.wanted() + ", in "
                                + SentenceParts.some(topics),
                        "kafka-configs.sh --bootstrap-server " + address
                                + " --alter --entity-type topics --entity-name "
                                + topics.get(0) + " --add-config " + same.config() + "=" + same.wanted()
                                + (topics.size() == 1 ? "" : ", and the same for the others"));
    }

    /** The problem that a deviating setting is; empty if it does no harm. */
    static Optional<FindingKind> problem(String config, String wanted, String actual) {
        return Optional.ofNullable(
                switch (config) {
                    case "message.timestamp.type" -> FindingKind.TOPIC_TIMESTAMPS;
                    case "cleanup.policy" -> FindingKind.TOPIC_CLEANUP;
                    case "retention.ms" ->
                        unlimitedIfNegative(actual) > number(wanted)
                                ? FindingKind.TOPIC_FORGETS_LATE
                                : FindingKind.TOPIC_FORGETS_EARLY;
                    case "segment.ms" -> number(actual) > number(wanted) ? FindingKind.TOPIC_FORGETS_LATE : null;
                    case "max.message.bytes" ->
                        number(actual) > number(wanted)
                                ? FindingKind.TOPIC_RECORDS_LARGE
                                : FindingKind.TOPIC_RECORDS_SMALL;
                    case "min.compaction.lag.ms" ->
                        number(actual) < number(wanted) ? FindingKind.TOPIC_COMPACTION : null;
                    case "max.compaction.lag.ms", "segment.bytes", "min.cleanable.dirty.ratio" ->
                        number(actual) > number(wanted) ? FindingKind.TOPIC_COMPACTION : null;
                    // TopicCheck judges the number of partitions: it knows those of the other topics.
                    default -> null;
                });
    }

    private static double unlimitedIfNegative(String value) {
        double number = number(value);
        return number < 0 ? Double.MAX_VALUE : number;
    }

    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return Double.MAX_VALUE; // An unset value means no limit.
        }
    }
}
