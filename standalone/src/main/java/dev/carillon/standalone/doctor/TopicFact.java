package dev.carillon.standalone.doctor;

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
record TopicFact(String name, List<Partition> partitions, Map<String, String> configs, Set<String> operations) {

    /**
     * One partition.
     *
     * @param led whether some broker leads it
     */
    record Partition(int number, boolean led, int replicas, int inSync) {}
}
