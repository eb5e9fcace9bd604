package dev.carillon.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.check.ConfigCheck;
import dev.carillon.cli.doctor.check.ReplicaCheck;
import dev.carillon.cli.doctor.check.TopicCheck;
import dev.carillon.cli.doctor.fact.AddressAnswer;
import dev.carillon.cli.doctor.fact.AddressAnswer.Kind;
import dev.carillon.cli.doctor.fact.ClockReading;
import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.fact.WorkersFact.WorkKind;
import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each test breaks one thing, and the doctor finds that and nothing else. */
class FindingKindTest {
    private static final long MB = 1L << 20;
    private static final Map<FindingKind, Consumer<Body>> BREAKS = breaks();

    private static Map<FindingKind, Consumer<Body>> breaks() {
        Map<FindingKind, Consumer<Body>> breaks = new EnumMap<>(FindingKind.class);
        addresses(breaks);
        topics(breaks);
        replicas(breaks);
        breaks.put(FindingKind.KAFKA_TOO_OLD, body -> body.features.put("metadata.version", 21));
        breaks.put(FindingKind.BROKER_ALONE, body -> {
            body.brokers = List.of(1);
            body.topics.values().forEach(topic -> topic.configs().put("min.insync.replicas", "1"));
        });
        breaks.put(FindingKind.TRANSACTIONS_OLD, body -> body.features.put("transaction.version", 1));
        breaks.put(FindingKind.TRANSACTIONS_LONG, body -> settings(body).put("transaction.max.timeout.ms", "900000"));
        breaks.put(FindingKind.TRANSACTION_HANGING, body -> body.open(Duration.ofSeconds(40)));
        breaks.put(
                FindingKind.GROUP_SESSION_REFUSED, body -> settings(body).put("group.min.session.timeout.ms", "10000"));
        breaks.put(FindingKind.NOT_CHECKED, body -> body.settings = null);
        breaks.put(FindingKind.CLOCK_OFF, body -> body.clock = clock(2_100));
        breaks.put(FindingKind.CLOCK_DRIFTS, body -> body.clock = clock(-1_200));
        machine(breaks);
        zookeeper(breaks);
        breaks.put(FindingKind.NO_WORKER, body -> body.workers = 0);
        breaks.put(
                FindingKind.TYPE_UNSERVED,
                body -> body.planned.put(new WorkKind("default", "shell"), List.of("clean-up")));
        breaks.put(FindingKind.SCHEDULE_UNREADABLE, body -> body.unreadable.add("garbled"));
        return breaks;
    }

    private static void addresses(Map<FindingKind, Consumer<Body>> breaks) {
        Map<FindingKind, Kind> kinds = new EnumMap<>(FindingKind.class);
        kinds.put(FindingKind.KAFKA_ADDRESS_BAD, Kind.NO_ADDRESS);
        kinds.put(FindingKind.KAFKA_NAME_UNKNOWN, Kind.NAME_UNKNOWN);
        kinds.put(FindingKind.KAFKA_REFUSED, Kind.REFUSED);
        kinds.put(FindingKind.KAFKA_UNREACHABLE, Kind.UNREACHABLE);
        kinds.put(FindingKind.KAFKA_NOT_KAFKA, Kind.NOT_KAFKA);
        kinds.put(FindingKind.KAFKA_WANTS_TLS, Kind.WANTS_TLS);
        kinds.put(FindingKind.KAFKA_WITHOUT_TLS, Kind.WITHOUT_TLS);
        kinds.put(FindingKind.KAFKA_TLS_REFUSED, Kind.TLS_REFUSED);
        kinds.put(FindingKind.KAFKA_WANTS_LOGIN, Kind.WANTS_LOGIN);
        kinds.put(FindingKind.KAFKA_WITHOUT_LOGIN, Kind.WITHOUT_LOGIN);
        kinds.put(FindingKind.KAFKA_LOGIN_REFUSED, Kind.LOGIN_REFUSED);
        kinds.put(FindingKind.KAFKA_ADVERTISES_ELSEWHERE, Kind.ADVERTISES_ELSEWHERE);
        kinds.forEach((problem, kind) ->
                breaks.put(problem, body -> body.address = new AddressAnswer(Body.AT, kind, "a message")));
    }

    private static void topics(Map<FindingKind, Consumer<Body>> breaks) {
        String results = Body.NAMES.results();
        String workers = Body.NAMES.workers();
        breaks.put(FindingKind.TOPICS_MISSING, body -> body.topics.remove(results));
        breaks.put(FindingKind.TOPICS_HIDDEN, body -> {
            body.topics.remove(results);
            body.hidden.add(results);
        });
        breaks.put(FindingKind.CONTROL_TOPIC_SPLIT, body -> body.partitions(workers, 2));
        breaks.put(FindingKind.DATA_TOPICS_UNEQUAL, body -> body.partitions(results, 4));
        breaks.put(FindingKind.TOPIC_TIMESTAMPS, body -> body.config(results, "message.timestamp.type", "CreateTime"));
        breaks.put(FindingKind.TOPIC_CLEANUP, body -> body.config(workers, "cleanup.policy", "delete"));
        breaks.put(FindingKind.TOPIC_FORGETS_EARLY, body -> body.config(results, "retention.ms", "3600000"));
        breaks.put(FindingKind.TOPIC_FORGETS_LATE, body -> body.config(results, "retention.ms", "-1"));
        breaks.put(FindingKind.TOPIC_RECORDS_SMALL, body -> body.config(results, "max.message.bytes", "1000"));
        breaks.put(FindingKind.TOPIC_RECORDS_LARGE, body -> body.config(results, "max.message.bytes", "9000000"));
        breaks.put(FindingKind.TOPIC_COMPACTION, body -> body.config(workers, "max.compaction.lag.ms", "900000000"));
        breaks.put(FindingKind.TOPIC_SIZE_LIMIT, body -> body.config(results, "retention.bytes", "1000000"));
        breaks.put(FindingKind.COMPACTION_BEHIND, body -> body.sizes.put(workers, 900 * MB));
        breaks.put(
                FindingKind.RIGHTS_MISSING,
                body -> body.topic(results).operations().remove("WRITE"));
    }

    private static void replicas(Map<FindingKind, Consumer<Body>> breaks) {
        String results = Body.NAMES.results();
        breaks.put(FindingKind.REPLICAS_SINGLE, body -> {
            for (int i = 0; i < Body.PARTITIONS; i++) {
                body.partition(results, new TopicFact.Partition(i, true, 1, 1));
            }
            body.config(results, "min.insync.replicas", "1");
        });
        breaks.put(FindingKind.REPLICAS_NO_SPARE, body -> body.config(results, "min.insync.replicas", "3"));
        breaks.put(FindingKind.REPLICAS_TOO_FEW_ALIVE, body -> body.config(results, "min.insync.replicas", "4"));
        breaks.put(
                FindingKind.PARTITIONS_OFFLINE,
                body -> body.partition(results, new TopicFact.Partition(1, false, 3, 0)));
        breaks.put(
                FindingKind.PARTITIONS_UNDER_REPLICATED,
                body -> body.partition(results, new TopicFact.Partition(1, true, 3, 2)));
        breaks.put(FindingKind.REPLICATION_UNREACHABLE, body -> body.replication = 5);
        breaks.put(
                FindingKind.UNCLEAN_ELECTION, body -> body.config(results, "unclean.leader.election.enable", "true"));
    }

    private static void machine(Map<FindingKind, Consumer<Body>> breaks) {
        breaks.put(FindingKind.BROKER_DISK_FAILED, body -> body.disk(-1, "offline"));
        breaks.put(FindingKind.BROKER_DISK_FULL, body -> body.disk(50 * MB, null));
        breaks.put(FindingKind.BROKER_DISK_LOW, body -> body.disk(500 * MB, null));
        breaks.put(
                FindingKind.DISK_FULL, body -> body.machine = Body.machine(17, 65_536, Body.directory(true, 50 * MB)));
        breaks.put(
                FindingKind.DISK_LOW, body -> body.machine = Body.machine(17, 65_536, Body.directory(true, 500 * MB)));
        breaks.put(
                FindingKind.DIRECTORY_UNWRITABLE,
                body -> body.machine = Body.machine(17, 65_536, Body.directory(false, 50_000 * MB)));
        breaks.put(
                FindingKind.FILES_FEW,
                body -> body.machine = Body.machine(17, 1_024, Body.directory(true, 50_000 * MB)));
        breaks.put(
                FindingKind.JAVA_OLD,
                body -> body.machine = Body.machine(11, 65_536, Body.directory(true, 50_000 * MB)));
    }

    private static void zookeeper(Map<FindingKind, Consumer<Body>> breaks) {
        breaks.put(
                FindingKind.ZOOKEEPER_ADDRESS_BAD,
                body -> body.zookeeperRefused = new ZookeeperFact.Refusal(true, "the host name can't be resolved"));
        breaks.put(
                FindingKind.ZOOKEEPER_UNREACHABLE,
                body -> body.zookeeperRefused = new ZookeeperFact.Refusal(false, "no answer"));
        breaks.put(FindingKind.ZOOKEEPER_PATH_REFUSED, body -> body.pathRefused = "NoAuth for /carillon");
        breaks.put(FindingKind.ZOOKEEPER_SESSION_LONG, body -> body.granted = Duration.ofSeconds(40));
        breaks.put(FindingKind.ZOOKEEPER_SESSION_SHORT, body -> body.granted = Duration.ofSeconds(2));
    }

    private static Map<String, String> settings(Body body) {
        return Objects.requireNonNull(body.settings);
    }

    private static ClockReading clock(long aheadMillis) {
        return new ClockReading(Body.NOW.plusMillis(aheadMillis), Body.NOW, Body.NOW.plusMillis(aheadMillis));
    }

    @Test
    void aHealthySystemHasNoFindings() {
        assertThat(new Body().complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"TOO_SLOW", "KAFKA_SILENT"})
    void oneBrokenThingIsOneFinding(FindingKind problem) {
        Body body = new Body();
        assertThat(BREAKS).containsKey(problem);
        Objects.requireNonNull(BREAKS.get(problem)).accept(body);
        assertThat(body.complaints()).extracting(Finding::code).containsExactly(problem.name());
        Finding finding = body.complaints().get(0);
        assertThat(finding.severity()).isEqualTo(problem.severity());
        assertThat(finding.seen()).isNotBlank();
        assertThat(finding.why()).endsWith(".");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"TOO_SLOW", "KAFKA_SILENT", "NOT_CHECKED"})
    void everyFindingHasAFix(FindingKind problem) {
        Body body = new Body();
        Objects.requireNonNull(BREAKS.get(problem)).accept(body);
        assertThat(body.complaints().get(0).fix()).isNotBlank();
    }

    @Test
    void everyProblemHasATest() {
        assertThat(BREAKS.keySet())
                .isEqualTo(EnumSet.complementOf(EnumSet.of(FindingKind.TOO_SLOW, FindingKind.KAFKA_SILENT)));
    }

    @Test
    void rightsOfOtherRolesAndOfGroupsAreChecked() {
        Body body = new Body();
        body.refused.add("group carillon.default");
        body.topic(Body.NAMES.schedules()).operations().retainAll(Set.of("DESCRIBE"));
        assertThat(body.complaints()).extracting(Finding::code).containsOnly(FindingKind.RIGHTS_MISSING.name());
        assertThat(body.complaints().get(0).seen())
                .contains("schedules")
                .contains("trigger")
                .doesNotContain("worker");
        assertThat(body.complaints().get(1).fix()).contains("--group carillon.default");
    }

    @Test
    void aYoungTransactionIsNoFinding() {
        assertThat(new Body().open(Duration.ofSeconds(3)).complaints()).isEmpty();
    }

    @Test
    void aSlowAnswerIsNoWrongClock() {
        Body body = new Body();
        body.clock = new ClockReading(Body.NOW, Body.NOW, Body.NOW.plusSeconds(6));
        assertThat(body.complaints()).isEmpty();
    }

    @Test
    void shorterSegmentsDoNoHarm() {
        assertThat(new Body()
                        .config(Body.NAMES.results(), "segment.ms", "60000")
                        .complaints())
                .isEmpty();
    }

    @Test
    void aSettingThatIsWrongInManyTopicsIsOneFinding() {
        Body body = new Body();
        body.topics.keySet().forEach(name -> body.config(name, "message.timestamp.type", "CreateTime"));
        assertThat(body.complaints()).hasSize(1);
        assertThat(body.complaints().get(0).seen()).contains("and 14 more");
    }

    @Test
    void aMissingTopicIsCreatedWithAsManyPartitionsAsTheOthersHave() {
        Body body = new Body();
        body.topics.remove(Body.NAMES.results());
        assertThat(body.complaints().get(0).fix()).isEqualTo("carillon topics create --topics.partitions=3");
    }

    @Test
    void missingTopicsHaveNoGoodFindings() {
        Body body = new Body();
        TopicsFact none = new TopicsFact(body.wanted, Map.of(), Set.of());
        assertThat(TopicCheck.judge(none, Body.AT)).extracting(Finding::code).containsExactly("TOPICS_MISSING");
        assertThat(ConfigCheck.judge(none, Body.AT)).isEmpty();
        assertThat(ReplicaCheck.judge(none, 3, 0, Body.AT)).isEmpty();
    }

    @Test
    void theFixNamesANamespaceOtherThanTheDefault() {
        TopicNames names = new TopicNames("my.bells");
        List<TopicSpec> wanted = new TopicCatalogue(names, 3).all(List.of("default"));
        assertThat(TopicCheck.judge(new TopicsFact(wanted, Map.of(), Set.of()), Body.AT))
                .extracting(Finding::fix)
                .containsExactly("carillon topics create --namespace=my.bells");
    }
}
