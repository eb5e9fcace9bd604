package dev.carillon.cli.doctor;

import dev.carillon.cli.doctor.check.AddressCheck;
import dev.carillon.cli.doctor.check.ClockCheck;
import dev.carillon.cli.doctor.check.ClusterCheck;
import dev.carillon.cli.doctor.check.CompactionCheck;
import dev.carillon.cli.doctor.check.ConfigCheck;
import dev.carillon.cli.doctor.check.DiskCheck;
import dev.carillon.cli.doctor.check.MachineCheck;
import dev.carillon.cli.doctor.check.ReplicaCheck;
import dev.carillon.cli.doctor.check.RightsCheck;
import dev.carillon.cli.doctor.check.TopicCheck;
import dev.carillon.cli.doctor.check.TransactionCheck;
import dev.carillon.cli.doctor.check.WorkersCheck;
import dev.carillon.cli.doctor.check.ZookeeperCheck;
import dev.carillon.cli.doctor.fact.AddressAnswer;
import dev.carillon.cli.doctor.fact.AddressAnswer.Kind;
import dev.carillon.cli.doctor.fact.BrokerDisk;
import dev.carillon.cli.doctor.fact.ClockReading;
import dev.carillon.cli.doctor.fact.ClusterFact;
import dev.carillon.cli.doctor.fact.LocalDirectory;
import dev.carillon.cli.doctor.fact.MachineFact;
import dev.carillon.cli.doctor.fact.OpenTransaction;
import dev.carillon.cli.doctor.fact.RightsFact;
import dev.carillon.cli.doctor.fact.RoleRights;
import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.fact.WorkersFact;
import dev.carillon.cli.doctor.fact.WorkersFact.WorkKind;
import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.Severity;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A healthy system in plain values; a test breaks one thing and runs all checks on it. */
final class Body {
    static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    static final TopicNames NAMES = new TopicNames("carillon");
    static final String AT = "kafka-1:9092";
    static final int PARTITIONS = 3;
    private static final Duration SESSION = Duration.ofSeconds(6);
    private static final long GB = 1L << 30;

    AddressAnswer address = new AddressAnswer(AT, Kind.ANSWERS, "");
    List<Integer> brokers = List.of(1, 2, 3);
    final Map<String, Integer> features = new HashMap<>(Map.of("metadata.version", 30, "transaction.version", 2));

    @Nullable
    Map<String, String> settings = new HashMap<>(Map.of(
            "transaction.max.timeout.ms", "60000",
            "group.min.session.timeout.ms", "6000",
            "group.max.session.timeout.ms", "1800000"));

    final List<TopicSpec> wanted = new TopicCatalogue(NAMES, PARTITIONS).all(List.of("default"));
    final Map<String, TopicFact> topics = new TreeMap<>();
    final Set<String> hidden = new HashSet<>();
    int replication;
    List<OpenTransaction> open = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    ClockReading clock = new ClockReading(NOW, NOW.plusMillis(5), NOW.plusMillis(10));
    BrokerDisk brokerDisk = new BrokerDisk(1, "/var/kafka", 100 * GB, 50 * GB, null);
    final Map<String, Long> sizes = new HashMap<>(Map.of(NAMES.workers(), 4096L));
    MachineFact machine = machine(17, 65_536, directory(true, 50 * GB));
    Duration granted = Duration.ofSeconds(4);

    ZookeeperFact.@Nullable Refusal zookeeperRefused;

    @Nullable
    String pathRefused;

    int workers = 1;
    final Map<WorkKind, List<String>> planned =
            new HashMap<>(Map.of(new WorkKind("default", "http"), List.of("report")));
    final List<String> unreadable = new ArrayList<>();

    Body() {
        for (TopicSpec spec : wanted) {
            Map<String, String> configs = new HashMap<>(spec.configs());
            configs.put("min.insync.replicas", "2");
            configs.put("unclean.leader.election.enable", "false");
            configs.put("retention.bytes", "-1");
            topics.put(spec.name(), topic(spec.name(), spec.partitions(), configs));
        }
    }

    private static TopicFact topic(String name, int count, Map<String, String> configs) {
        List<TopicFact.Partition> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            partitions.add(new TopicFact.Partition(i, true, 3, 3));
        }
        return new TopicFact(name, partitions, configs, new HashSet<>(Set.of("READ", "WRITE", "DESCRIBE")));
    }

    static MachineFact machine(int java, long files, LocalDirectory directory) {
        return new MachineFact(java, "Some vendor", files, List.of(directory));
    }

    static LocalDirectory directory(boolean writable, long usable) {
        return new LocalDirectory("collector.state-dir", "/var/carillon", writable, 100 * GB, usable);
    }

    Body config(String topic, String name, String value) {
        topic(topic).configs().put(name, value);
        return this;
    }

    TopicFact topic(String name) {
        TopicFact found = topics.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no topic " + name);
        }
        return found;
    }

    Body partitions(String name, int count) {
        topics.put(name, topic(name, count, topic(name).configs()));
        return this;
    }

    Body partition(String name, TopicFact.Partition partition) {
        List<TopicFact.Partition> partitions = new ArrayList<>(topic(name).partitions());
        partitions.set(partition.number(), partition);
        topics.put(
                name,
                new TopicFact(
                        name, partitions, topic(name).configs(), topic(name).operations()));
        return this;
    }

    Body open(Duration age) {
        open.add(new OpenTransaction("carillon.events", 2, 17, "some-producer", 42, NOW.minus(age)));
        return this;
    }

    Body disk(long usable, @Nullable String failure) {
        brokerDisk = new BrokerDisk(1, "/var/kafka", 100 * GB, usable, failure);
        return this;
    }

    /** The findings of all checks, without the good ones. */
    List<Finding> complaints() {
        TopicsFact topicsFact = new TopicsFact(wanted, topics, hidden);
        Map<String, Duration> sessions = Map.of("worker.session-timeout", SESSION);
        List<Finding> all = new ArrayList<>(AddressCheck.judge(address));
        all.addAll(ClusterCheck.judge(new ClusterFact("id", brokers, features, settings), AT, sessions));
        all.addAll(TopicCheck.judge(topicsFact, AT));
        all.addAll(ConfigCheck.judge(topicsFact, AT));
        all.addAll(ReplicaCheck.judge(topicsFact, brokers.size(), replication, AT));
        all.addAll(TransactionCheck.judge(open, NOW, Duration.ofSeconds(15), AT));
        all.addAll(RightsCheck.judge(topicsFact, new RightsFact(refused), new RoleRights(NAMES, wanted), AT));
        all.addAll(ClockCheck.judge(clock));
        all.addAll(DiskCheck.judge(List.of(brokerDisk)));
        all.addAll(CompactionCheck.judge(sizes));
        all.addAll(MachineCheck.judge(machine));
        all.addAll(ZookeeperCheck.judge(new ZookeeperFact(
                "zk:2181", Duration.ofSeconds(4), granted, zookeeperRefused, "/carillon", pathRefused)));
        all.addAll(
                WorkersCheck.judge(new WorkersFact(workers, Map.of("default", Set.of("http")), planned, unreadable)));
        return all.stream()
                .filter(finding -> finding.severity() != Severity.GOOD)
                .toList();
    }
}
