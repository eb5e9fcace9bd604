package dev.carillon.cli.doctor.fact;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Id, brokers, feature levels and broker settings of the cluster.
 *
 * @param finalised the feature levels in force; empty if the cluster reports none
 * @param settings those of one broker, taken for all; null if this user may not see them
 */
public record ClusterFact(
        String id,
        List<Integer> brokers,
        Map<String, Integer> finalised,
        @Nullable Map<String, String> settings) {
    public static final String METADATA = "metadata.version";
    public static final String TRANSACTIONS = "transaction.version";

    public ClusterFact {
        brokers = List.copyOf(brokers);
        finalised = Map.copyOf(finalised);
    }
}
