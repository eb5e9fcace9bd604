package dev.carillon.cli.doctor;

import dev.carillon.cli.doctor.check.ClockCheck;
import dev.carillon.cli.doctor.check.ClusterCheck;
import dev.carillon.cli.doctor.check.CompactionCheck;
import dev.carillon.cli.doctor.check.ConfigCheck;
import dev.carillon.cli.doctor.check.DiskCheck;
import dev.carillon.cli.doctor.check.DoctorCheck;
import dev.carillon.cli.doctor.check.ReplicaCheck;
import dev.carillon.cli.doctor.check.RightsCheck;
import dev.carillon.cli.doctor.check.TopicCheck;
import dev.carillon.cli.doctor.check.TransactionCheck;
import dev.carillon.cli.doctor.check.WorkersCheck;
import dev.carillon.cli.doctor.fact.BrokerDisksFact;
import dev.carillon.cli.doctor.fact.ClusterFact;
import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.fact.OnceFact;
import dev.carillon.cli.doctor.fact.RoleRights;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.fact.WorkersFact;
import dev.carillon.cli.doctor.source.KafkaCluster;
import dev.carillon.cli.doctor.source.KafkaNamespace;
import dev.carillon.cli.doctor.source.KafkaOpenTransactions;
import dev.carillon.cli.doctor.source.StoredWork;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.client.log.RecordLog;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/** The checks that need a reachable Kafka; they share one admin client. */
final class KafkaChecks implements AutoCloseable {
    private static final int ANSWER_MILLIS = 5_000;

    private final DoctorTarget target;
    private final Clock clock;
    private final ClusterConnector connector;
    private final Admin admin;

    KafkaChecks(DoctorTarget target, Clock clock, ClusterConnector connector) {
        this.target = target;
        this.clock = clock;
        this.connector = connector;
        Map<String, Object> settings = KafkaDefaults.admin(target.kafka(), "doctor");
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
        settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
        this.admin = Admin.create(settings);
    }

    List<DoctorCheck<?>> checks() {
        KafkaConfig kafka = target.kafka();
        String at = kafka.addresses();
        TopicNames names = target.topics().names();
        KafkaCluster cluster = new KafkaCluster(admin, clock);
        KafkaNamespace namespace = new KafkaNamespace(admin, target.topics(), target.workerQueue());
        KafkaOpenTransactions transactions = new KafkaOpenTransactions(admin);
        FactSource<TopicsFact> topics = new OnceFact<>(namespace::topics);
        FactSource<ClusterFact> brokers = new OnceFact<>(cluster::cluster);
        FactSource<BrokerDisksFact> disks = new OnceFact<>(cluster::disks);
        int replication = target.topics().replicationFactor();

        List<DoctorCheck<?>> checks = new ArrayList<>();
        checks.add(new DoctorCheck<>("the brokers", brokers, fact -> ClusterCheck.judge(fact, at, target.sessions())));
        checks.add(new DoctorCheck<>("the topics", topics, fact -> TopicCheck.judge(fact, at)));
        checks.add(new DoctorCheck<>("the topics' settings", topics, fact -> ConfigCheck.judge(fact, at)));
        checks.add(new DoctorCheck<>(
                "the replicas of the topics",
                () -> ReplicaCheck.judge(
                        topics.gather(), brokers.gather().brokers().size(), replication, at),
                found -> found));
        checks.add(new DoctorCheck<>(
                "open transactions",
                () -> transactions.in(topics.gather()),
                open -> TransactionCheck.judge(open, clock.instant(), target.openTolerated(), at)));
        checks.add(new DoctorCheck<>(
                "rights",
                () -> RightsCheck.judge(
                        topics.gather(),
                        namespace.rights(),
                        new RoleRights(names, topics.gather().wanted()),
                        at),
                found -> found));
        checks.add(new DoctorCheck<>("the clocks", cluster::clock, ClockCheck::judge));
        checks.add(new DoctorCheck<>("the brokers' disks", disks, fact -> DiskCheck.judge(fact.disks())));
        checks.add(
                new DoctorCheck<>("compaction", disks, fact -> CompactionCheck.judge(quicklyCompacted(names, fact))));
        checks.add(new DoctorCheck<>("workers and schedules", () -> work(names), WorkersCheck::judge));
        return checks;
    }

    /** Leaves out {@code schedules}, which keeps replaced definitions for a week. */
    private static Map<String, Long> quicklyCompacted(TopicNames names, BrokerDisksFact disks) {
        Set<String> quick = Set.of(names.calendars(), names.settings(), names.workers(), names.triggerState());
        return disks.sizes().entrySet().stream()
                .filter(size -> quick.contains(size.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private WorkersFact work(TopicNames names) {
        try (RecordLog log = connector.open(target.kafka())) {
            return new StoredWork(log, names, clock).gather();
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
