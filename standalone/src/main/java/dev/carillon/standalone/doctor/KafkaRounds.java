package dev.carillon.standalone.doctor;

import dev.carillon.client.Connector;
import dev.carillon.client.RecordLog;
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

/** The checks of a Kafka that answers; they share one connection. */
final class KafkaRounds implements AutoCloseable {
    private static final int ANSWER_MILLIS = 5_000;

    private final Patient patient;
    private final Clock clock;
    private final Connector connector;
    private final Admin admin;

    KafkaRounds(Patient patient, Clock clock, Connector connector) {
        this.patient = patient;
        this.clock = clock;
        this.connector = connector;
        Map<String, Object> settings = KafkaDefaults.admin(patient.kafka(), "doctor");
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
        settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
        this.admin = Admin.create(settings);
    }

    List<Check<?>> checks() {
        KafkaConfig kafka = patient.kafka();
        String at = kafka.addresses();
        TopicNames names = patient.topics().names();
        KafkaCluster cluster = new KafkaCluster(admin, clock);
        KafkaNamespace namespace = new KafkaNamespace(admin, patient.topics(), patient.workerQueue());
        KafkaOpenTransactions transactions = new KafkaOpenTransactions(admin);
        Fact<TopicsFact> topics = new OnceFact<>(namespace::topics);
        Fact<ClusterFact> brokers = new OnceFact<>(cluster::cluster);
        Fact<BrokerDisksFact> disks = new OnceFact<>(cluster::disks);
        int replication = patient.topics().replicationFactor();

        List<Check<?>> checks = new ArrayList<>();
        checks.add(new Check<>("the brokers", brokers, fact -> ClusterCheck.judge(fact, at, patient.sessions())));
        checks.add(new Check<>("the topics", topics, fact -> TopicCheck.judge(fact, at)));
        checks.add(new Check<>("the topics' settings", topics, fact -> ConfigCheck.judge(fact, at)));
        checks.add(new Check<>(
                "the copies of the topics",
                () -> ReplicaCheck.judge(
                        topics.gather(), brokers.gather().brokers().size(), replication, at),
                found -> found));
        checks.add(new Check<>(
                "open transactions",
                () -> transactions.in(topics.gather()),
                open -> TransactionCheck.judge(open, clock.instant(), patient.openTolerated(), at)));
        checks.add(new Check<>(
                "rights",
                () -> RightsCheck.judge(
                        topics.gather(),
                        namespace.rights(),
                        new RoleRights(names, topics.gather().wanted()),
                        at),
                found -> found));
        checks.add(new Check<>("the clocks", cluster::clock, ClockCheck::judge));
        checks.add(new Check<>("the brokers' disks", disks, fact -> DiskCheck.judge(fact.disks())));
        checks.add(new Check<>("compaction", disks, fact -> CompactionCheck.judge(quicklyCompacted(names, fact))));
        checks.add(new Check<>("workers and schedules", () -> work(names), WorkersCheck::judge));
        return checks;
    }

    /** {@code schedules} keeps a week on purpose. */
    private static Map<String, Long> quicklyCompacted(TopicNames names, BrokerDisksFact disks) {
        Set<String> quick = Set.of(names.calendars(), names.settings(), names.workers(), names.triggerState());
        return disks.sizes().entrySet().stream()
                .filter(size -> quick.contains(size.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private WorkersFact work(TopicNames names) {
        try (RecordLog log = connector.open(patient.kafka())) {
            return new StoredWork(log, names, clock).gather();
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
