package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.util.ArrayList;
import java.util.List;

/** Judges whether the topics survive the loss of a broker. */
public final class ReplicaCheck {
    private ReplicaCheck() {}

    /**
     * Judges the replicas.
     *
     * @param brokers how many are alive
     * @param replication how many replicas new topics get; 0 means the cluster's default
     */
    public static List<Finding> judge(TopicsFact topics, int brokers, int replication, String address) {
        List<Finding> findings = new ArrayList<>();
        List<String> offline = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        List<String> single = new ArrayList<>();
        List<String> withoutSpare = new ArrayList<>();
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
                withoutSpare.add(topic.name());
            }
            if (replicas > 1 && "true".equals(topic.configs().get("unclean.leader.election.enable"))) {
                unclean.add(topic.name());
            }
        }
        add(findings, FindingKind.PARTITIONS_OFFLINE, "no broker leads ", offline, "start the brokers that hold them");
        add(
                findings,
                FindingKind.PARTITIONS_UNDER_REPLICATED,
                "replicas are missing or behind for ",
                behind,
                "kafka-topics.sh --bootstrap-server " + address + " --describe --under-replicated-partitions");
        add(
                findings,
                FindingKind.REPLICAS_TOO_FEW_ALIVE,
                "min.insync.replicas exceeds the " + brokers + " live brokers or the replicas of ",
                tooFew,
                "start the missing brokers, or: kafka-configs.sh --bootstrap-server " + address
                        + " --alter --entity-type topics --entity-name TOPIC --add-config min.insync.replicas="
                        + Math.max(1, Math.min(brokers, 2)));
        add(
                findings,
                FindingKind.REPLICAS_SINGLE,
                "there are " + brokers + " brokers, but only one replica of ",
                single,
                "raise the replicas to " + Math.min(3, brokers) + " with kafka-reassign-partitions.sh");
        add(
                findings,
                FindingKind.REPLICAS_NO_SPARE,
                "min.insync.replicas equals the number of replicas of ",
                withoutSpare,
                "lower min.insync.replicas by one, or add a replica with kafka-reassign-partitions.sh");
        add(
                findings,
                FindingKind.UNCLEAN_ELECTION,
                "unclean.leader.election.enable is true for ",
                unclean,
                "kafka-configs.sh --bootstrap-server " + address
                        + " --alter --entity-type topics --entity-name TOPIC --delete-config"
                        + " unclean.leader.election.enable");
        if (replication > brokers) {
            findings.add(FindingKind.REPLICATION_UNREACHABLE.found(
                    "topics.replication-factor is " + replication + ", but only " + brokers + " brokers are alive",
                    "--topics.replication-factor=" + brokers + ", or start more brokers"));
        }
        if (findings.isEmpty() && !topics.found().isEmpty()) {
            findings.add(Finding.good("every partition has a leader and all its replicas"));
        }
        return findings;
    }

    private static void add(List<Finding> findings, FindingKind problem, String seen, List<String> names, String fix) {
        if (!names.isEmpty()) {
            findings.add(problem.found(seen + SentenceParts.some(names), fix.replace("TOPIC", names.get(0))));
        }
    }
}
