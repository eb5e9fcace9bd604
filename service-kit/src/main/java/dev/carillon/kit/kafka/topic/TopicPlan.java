package dev.carillon.kit.kafka.topic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The differences between wanted and existing topics. */
public record TopicPlan(List<WantedTopic> missing, List<TopicDifference> differing, List<String> asWanted) {
    /** Compares by value; ignores other existing topics. */
    public static TopicPlan compare(Collection<WantedTopic> wanted, Map<String, ActualTopic> actual) {
        List<WantedTopic> missing = new ArrayList<>();
        List<TopicDifference> differing = new ArrayList<>();
        List<String> asWanted = new ArrayList<>();
        for (WantedTopic topic : wanted) {
            ActualTopic found = actual.get(topic.name());
            if (found == null) {
                missing.add(topic);
                continue;
            }
            List<TopicDifference> differences = differences(topic, found);
            differing.addAll(differences);
            if (differences.isEmpty()) {
                asWanted.add(topic.name());
            }
        }
        return new TopicPlan(List.copyOf(missing), List.copyOf(differing), List.copyOf(asWanted));
    }

    private static List<TopicDifference> differences(WantedTopic wanted, ActualTopic actual) {
        List<TopicDifference> all = new ArrayList<>();
        if (wanted.partitions() != actual.partitions()) {
            all.add(new TopicDifference(
                    wanted.name(),
                    "number of partitions",
                    String.valueOf(wanted.partitions()),
                    String.valueOf(actual.partitions())));
        }
        new TreeMap<>(wanted.configs()).forEach((config, value) -> {
            String found = actual.configs().getOrDefault(config, "not set");
            if (!found.equals(value)) {
                all.add(new TopicDifference(wanted.name(), config, value, found));
            }
        });
        return all;
    }

    public boolean nothingToDo() {
        return missing.isEmpty() && differing.isEmpty();
    }

    /** One line for each missing topic and each difference. */
    public List<String> words() {
        List<String> lines = new ArrayList<>();
        missing.forEach(topic -> lines.add("missing: " + topic.words()));
        differing.forEach(difference -> lines.add("differs: " + difference.words()));
        if (lines.isEmpty()) {
            lines.add("all " + asWanted.size() + " topics are as they should be");
        }
        return lines;
    }
}
