package dev.carillon.cli.doctor.fact;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A topic as it exists in the cluster.
 *
 * @param configs the effective settings
 * @param operations what this user may do with it, as Kafka spells it: {@code READ}, {@code WRITE}, …; empty if the
 *     cluster does not report it
 */
public record TopicFact(String name, List<Partition> partitions, Map<String, String> configs, Set<String> operations) {

    /**
     * One partition.
     *
     * @param led whether some broker leads it
     */
    public record Partition(int number, boolean led, int replicas, int inSync) {}
}
