package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Judges whether all topics exist with the right numbers of partitions. */
public final class TopicCheck {
    private static final String OUTCOMES = ".outcomes";

    private TopicCheck() {}

    public static List<Finding> judge(TopicsFact topics, String address) {
        List<Finding> findings = new ArrayList<>();
        presence(topics, findings);
        partitions(topics, address, findings);
        if (findings.isEmpty()) {
            findings.add(Finding.good("all " + topics.wanted().size() + " topics exist; data topics have "
                    + usual(topics) + " partitions each"));
        }
        return findings;
    }

    private static void presence(TopicsFact topics, List<Finding> findings) {
        List<String> missing = topics.wanted().stream()
                .map(TopicSpec::name)
                .filter(name ->
                        !topics.found().containsKey(name) && !topics.hidden().contains(name))
                .toList();
        if (!missing.isEmpty()) {
            findings.add(FindingKind.TOPICS_MISSING.found(
                    missing.size() + " of " + topics.wanted().size() + " topics are missing: "
                            + SentenceParts.some(missing),
                    create(topics) + partitionsOption(topics)));
        }
        if (!topics.hidden().isEmpty()) {
            findings.add(FindingKind.TOPICS_HIDDEN.found(
                    "this user may not see " + SentenceParts.some(topics.hidden()),
                    "grant this user Describe, Read and Write on the topics of the namespace: kafka-acls.sh --add"
                            + " --resource-pattern-type prefixed"));
        }
    }

    /** The command that creates the topics of the checked namespace. */
    private static String create(TopicsFact topics) {
        return "carillon topics create"
                + topics.wanted().stream()
                        .map(TopicSpec::name)
                        .filter(name -> name.endsWith(OUTCOMES))
                        .map(name -> name.substring(0, name.length() - OUTCOMES.length()))
                        .filter(namespace -> !namespace.equals(TopicNames.DEFAULT_NAMESPACE))
                        .map(namespace -> " --namespace=" + namespace)
                        .findFirst()
                        .orElse("");
    }

    /** A topic that is created later needs as many partitions as the others have. */
    private static String partitionsOption(TopicsFact topics) {
        boolean some = topics.found().values().stream()
                .anyMatch(topic -> topic.partitions().size() > 1);
        return some ? " --topics.partitions=" + usual(topics) : "";
    }

    private static void partitions(TopicsFact topics, String address, List<Finding> findings) {
        int usual = usual(topics);
        List<String> split = new ArrayList<>();
        List<String> unequal = new ArrayList<>();
        boolean tooFew = true;
        for (TopicSpec spec : topics.wanted()) {
            TopicFact found = topics.found().get(spec.name());
            int number = found == null ? 0 : found.partitions().size();
            if (number == 0) {
                continue;
            }
            if (spec.partitions() == 1 && number != 1) {
                split.add(spec.name() + " has " + number);
            } else if (spec.partitions() != 1 && number != usual) {
                unequal.add(spec.name() + " has " + number);
                tooFew = tooFew && number < usual;
            }
        }
        if (!split.isEmpty()) {
            findings.add(FindingKind.CONTROL_TOPIC_SPLIT.found(
                    "control topics must have one partition, but " + SentenceParts.some(split),
                    "Kafka can't remove partitions: stop all roles, delete the topic and create it again with: "
                            + create(topics)));
        }
        if (!unequal.isEmpty()) {
            String name = unequal.get(0).substring(0, unequal.get(0).indexOf(' '));
            findings.add(FindingKind.DATA_TOPICS_UNEQUAL.found(
                    "data topics have " + usual + " partitions, but " + SentenceParts.some(unequal),
                    tooFew
                            ? "stop all roles, then: kafka-topics.sh --bootstrap-server " + address
                                    + " --alter --topic " + name + " --partitions " + usual
                            : "once no execution is open, stop all roles, delete the topic and create it again with: "
                                    + create(topics) + " --topics.partitions=" + usual));
        }
    }

    /** The number that most data topics have. */
    private static int usual(TopicsFact topics) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (TopicSpec spec : topics.wanted()) {
            TopicFact found = topics.found().get(spec.name());
            if (spec.partitions() != 1 && found != null) {
                counts.merge(found.partitions().size(), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(0);
    }
}
