package dev.carillon.standalone.doctor;

import java.util.ArrayList;
import java.util.List;

/** Whether the topics survive a broker's end. */
final class ReplicaCheck {
    private ReplicaCheck() {}

    /**
     * Judges the copies.
     *
     * @param brokers how many are alive
     * @param replication how many copies new topics are to have; 0 = as the cluster says
     */
    static List<Finding> judge(TopicsFact topics, int brokers, int replication, String address) {
        List<Finding> findings = new ArrayList<>();
        List<String> offline = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        List<String> single = new ArrayList<>();
        List<String> unspared = new ArrayList<>();
        List<String> tooFew = new ArrayList<>();
        List<String> unclean = new ArrayList<>();
        for (TopicFact topic : topics.found().values()) {
            int replicas = topic.partitions().stream()
                    .mapToInt(TopicFact.Partition::replicas)
                    .min()
                    .orElse(1);
            int minInSync = Integer.parseInt(topic.configs().getOrDefault("min.insync.replicas", "1"));
            for (TopicFact.Partition partition : topic.partitions()) {
                String name = topic.name() + "-" + partition.number();
                if (!partition.led()) {
                    offline.add(name);
                } else if (partition.inSync() < partition.replicas()) {
                    behind.add(name);
                }
            }
            if (minInSync > Math.min(brokers, replicas)) {
                tooFew.add(topic.name());
            } else if (brokers > 1 && replicas == 1) {
                single.add(topic.name());
            } else if (brokers > 1 && minInSync == replicas) {
                unspared.add(topic.name());
            }
            if (replicas > 1 && "true".equals(topic.configs().get("unclean.leader.election.enable"))) {
                unclean.add(topic.name());
            }
        }
        add(findings, Trouble.PARTITIONS_OFFLINE, "no broker leads ", offline, "start the brokers that had them");
        add(
                findings,
                Trouble.PARTITIONS_UNDER_REPLICATED,
                "copies are missing of ",
                behind,
                "kafka-topics.sh --bootstrap-server " + address + " --describe --under-replicated-partitions");
        add(
                findings,
                Trouble.REPLICAS_TOO_FEW_ALIVE,
                "min.insync.replicas is more than the " + brokers + " live brokers or the replicas of ",
                tooFew,
                "start the missing brokers, or: kafka-configs.sh --bootstrap-server " + address
                        + " --alter --entity-type topics --entity-name TOPIC --add-config min.insync.replicas="
                        + Math.max(1, Math.min(brokers, 2)));
        add(
                findings,
                Trouble.REPLICAS_SINGLE,
                "there are " + brokers + " brokers, but one copy of ",
                single,
                "raise it to " + Math.min(3, brokers) + " with kafka-reassign-partitions.sh");
        add(
                findings,
                Trouble.REPLICAS_NO_SPARE,
                "min.insync.replicas is the number of all replicas of ",
                unspared,
                "lower min.insync.replicas by one, or add a replica with kafka-reassign-partitions.sh");
        add(
                findings,
                Trouble.UNCLEAN_ELECTION,
                "unclean.leader.election.enable is true for ",
                unclean,
                "kafka-configs.sh --bootstrap-server " + address
                        + " --alter --entity-type topics --entity-name TOPIC --delete-config"
                        + " unclean.leader.election.enable");
        if (replication > brokers) {
            findings.add(Trouble.REPLICATION_UNREACHABLE.found(
                    "topics.replication-factor is " + replication + ", but only " + brokers + " brokers are alive",
                    "--topics.replication-factor=" + brokers + ", or start more brokers"));
        }
        if (findings.isEmpty() && !topics.found().isEmpty()) {
            findings.add(Finding.good("every partition has a leader and all its copies"));
        }
        return findings;
    }

    private static void add(List<Finding> findings, Trouble trouble, String seen, List<String> names, String fix) {
        if (!names.isEmpty()) {
            findings.add(trouble.found(seen + Words.some(names), fix.replace("TOPIC", names.get(0))));
        }
    }
}
