package dev.carillon.kit.kafka.topic;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A topic as Carillon needs it.
 *
 * @param replicationFactor null for the cluster's default
 * @param configs the topic configs that matter; others are ignored
 */
public record WantedTopic(
        String name, int partitions, @Nullable Short replicationFactor, Map<String, String> configs) {
    public WantedTopic {
        if (partitions < 1) {
            throw new IllegalArgumentException("topic " + name + " has to have at least one partition");
        }
        configs = Map.copyOf(configs);
    }

    public WantedTopic(String name, int partitions, Map<String, String> configs) {
        this(name, partitions, null, configs);
    }

    String words() {
        String number = partitions == 1 ? "1 partition" : partitions + " partitions";
        return configs.isEmpty()
                ? name + " (" + number + ")"
                : name + " (" + number + ", " + new TreeMap<>(configs) + ")";
    }
}
