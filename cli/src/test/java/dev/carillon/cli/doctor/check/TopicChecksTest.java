package dev.carillon.cli.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.fact.RightsFact;
import dev.carillon.cli.doctor.fact.RoleRights;
import dev.carillon.cli.doctor.fact.TopicFact;
import dev.carillon.cli.doctor.fact.TopicsFact;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partitions, settings, replicas and rights of the topics. */
final class TopicChecksTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final String AT = "kafka-1:9092";

    private final List<TopicSpec> wanted = new TopicCatalogue(NAMES, 3).all(List.of("default"));
    private final Map<String, TopicFact> found = new TreeMap<>();
    private final Set<String> hidden = new HashSet<>();

    @BeforeEach
    void allTopicsAsTheyShouldBe() {
        wanted.forEach(spec -> put(spec.name(), spec.partitions(), 3, new HashMap<>(spec.configs())));
    }

    private void put(String name, int partitions, int replicas, Map<String, String> configs) {
        List<TopicFact.Partition> all = IntStream.range(0, partitions)
                .mapToObj(number -> new TopicFact.Partition(number, true, replicas, replicas))
                .toList();
        found.put(name, new TopicFact(name, all, configs, new HashSet<>(Set.of("READ", "WRITE"))));
    }

    private TopicFact topic(String name) {
        return Objects.requireNonNull(found.get(name));
    }

    private void partitions(String name, int count) {
        put(name, count, 3, topic(name).configs());
    }

    private TopicsFact facts() {
        return new TopicsFact(wanted, found, hidden);
    }

    private List<Finding> replicas(int brokers, int replication) {
        return ReplicaCheck.judge(facts(), brokers, replication, AT);
    }

    @Test
    void missingTopicsAreCountedAndTheFirstAreNamed() {
        List.of(NAMES.results(), NAMES.outcomes(), NAMES.events(), NAMES.logs(), NAMES.delayed(), NAMES.audit())
                .forEach(found::remove);
        Finding finding = TopicCheck.judge(facts(), AT).get(0);
        assertThat(finding.seen())
                .startsWith("6 of " + wanted.size() + " topics are missing: ")
                .endsWith(" and 2 more");
    }

    @Test
    void aHiddenTopicIsNotSaidToBeMissing() {
        found.remove(NAMES.results());
        hidden.add(NAMES.results());
        assertThat(TopicCheck.judge(facts(), AT)).extracting(Finding::code).containsExactly("TOPICS_HIDDEN");
        found.remove(NAMES.outcomes());
        assertThat(TopicCheck.judge(facts(), AT))
                .extracting(Finding::code)
                .containsExactly("TOPICS_MISSING", "TOPICS_HIDDEN");
    }

    @Test
    void aTopicWithFewerPartitionsThanTheOthersGetsMoreAndOneWithMoreIsMadeAnew() {
        partitions(NAMES.results(), 2);
        assertThat(TopicCheck.judge(facts(), AT).get(0).fix())
                .isEqualTo("stop all roles, then: kafka-topics.sh --bootstrap-server kafka-1:9092 --alter --topic"
                        + " carillon.results --partitions 3");
        partitions(NAMES.results(), 4);
        assertThat(TopicCheck.judge(facts(), AT).get(0).fix())
                .startsWith("once no execution is open, stop all roles, delete the topic")
                .endsWith("carillon topics create --topics.partitions=3");
        partitions(NAMES.outcomes(), 2);
        assertThat(TopicCheck.judge(facts(), AT).get(0).seen())
                .contains("carillon.results has 4", "carillon.outcomes has 2");
        assertThat(TopicCheck.judge(facts(), AT).get(0).fix()).doesNotContain("--alter");
    }

    /** The number in the configuration is for new topics; what counts is that all are equal. */
    @Test
    void anotherNumberOfPartitionsThanConfiguredIsNoMistake() {
        wanted.stream().filter(spec -> spec.partitions() != 1).forEach(spec -> partitions(spec.name(), 12));
        assertThat(TopicCheck.judge(facts(), AT))
                .extracting(Finding::seen)
                .containsExactly("all " + wanted.size() + " topics exist; data topics have 12 partitions each");
    }

    @ParameterizedTest
    @CsvSource({
        "message.timestamp.type, LogAppendTime, CreateTime, TOPIC_TIMESTAMPS",
        "cleanup.policy, compact, 'compact,delete', TOPIC_CLEANUP",
        "retention.ms, 604800000, 604799999, TOPIC_FORGETS_EARLY",
        "retention.ms, 604800000, 604800001, TOPIC_FORGETS_LATE",
        "retention.ms, 604800000, -1, TOPIC_FORGETS_LATE",
        "segment.ms, 3600000, 3600001, TOPIC_FORGETS_LATE",
        "segment.ms, 3600000, 1000, ''",
        "max.message.bytes, 1000000, 999999, TOPIC_RECORDS_SMALL",
        "max.message.bytes, 1000000, 1000001, TOPIC_RECORDS_LARGE",
        "min.compaction.lag.ms, 60000, 0, TOPIC_COMPACTION",
        "min.compaction.lag.ms, 60000, 70000, ''",
        "max.compaction.lag.ms, 60000, 60001, TOPIC_COMPACTION",
        "max.compaction.lag.ms, 60000, 1000, ''",
        "segment.bytes, 4194304, 1073741824, TOPIC_COMPACTION",
        "min.cleanable.dirty.ratio, 0.1, 0.5, TOPIC_COMPACTION",
        "min.cleanable.dirty.ratio, 0.1, 0.01, ''",
        "retention.ms, 604800000, unset, TOPIC_FORGETS_LATE",
        "compression.type, producer, zstd, ''"
    })
    void aSettingIsJudgedByTheHarmOfItsDirection(String config, String should, String is, String code) {
        assertThat(ConfigCheck.problem(config, should, is)
                        .map(FindingKind::name)
                        .orElse(""))
                .isEqualTo(code);
    }

    @Test
    void topicsWithTheSameMistakeShareAFindingAndOthersHaveTheirOwn() {
        topic(NAMES.results()).configs().put("max.message.bytes", "1000");
        topic(NAMES.outcomes()).configs().put("max.message.bytes", "1000");
        topic(NAMES.events()).configs().put("max.message.bytes", "2000");
        List<Finding> findings = ConfigCheck.judge(facts(), AT);
        assertThat(findings).extracting(Finding::code).containsExactly("TOPIC_RECORDS_SMALL", "TOPIC_RECORDS_SMALL");
        assertThat(findings)
                .anySatisfy(one -> assertThat(one.fix()).endsWith(", and the same for the others"))
                .anySatisfy(one -> assertThat(one.fix())
                        .contains("--entity-name carillon.events --add-config max.message.bytes=")
                        .doesNotContain("others"));
    }

    @ParameterizedTest
    @CsvSource({"-1, ''", "0, TOPIC_SIZE_LIMIT", "1, TOPIC_SIZE_LIMIT", "9999999999999, TOPIC_SIZE_LIMIT"})
    void anySizeLimitMayDeleteWhatIsStillNeeded(String bytes, String code) {
        topic(NAMES.results()).configs().put("retention.bytes", bytes);
        assertThat(ConfigCheck.judge(facts(), AT))
                .extracting(Finding::code)
                .containsExactly(code.isEmpty() ? "GOOD" : code);
    }

    @ParameterizedTest
    @CsvSource({
        // brokers, replicas, min.insync.replicas, finding
        "1, 1, 1, GOOD",
        "1, 1, 2, REPLICAS_TOO_FEW_ALIVE",
        "3, 1, 1, REPLICAS_SINGLE",
        "3, 2, 2, REPLICAS_NO_SPARE",
        "3, 2, 1, GOOD",
        "3, 3, 2, GOOD",
        "3, 3, 3, REPLICAS_NO_SPARE",
        "2, 3, 3, REPLICAS_TOO_FEW_ALIVE",
        "2, 3, 2, GOOD"
    })
    void replicasAreJudgedTogetherWithTheLiveBrokers(int brokers, int replicas, String minInSync, String code) {
        found.keySet().retainAll(Set.of(NAMES.results()));
        put(NAMES.results(), 3, replicas, new HashMap<>(Map.of("min.insync.replicas", minInSync)));
        assertThat(replicas(brokers, 0)).extracting(Finding::code).containsExactly(code);
    }

    @Test
    void aPartitionWithoutLeaderIsOfflineAndNotBehind() {
        List<TopicFact.Partition> partitions =
                new ArrayList<>(topic(NAMES.results()).partitions());
        partitions.set(0, new TopicFact.Partition(0, false, 3, 0));
        partitions.set(1, new TopicFact.Partition(1, true, 3, 2));
        found.put(
                NAMES.results(),
                new TopicFact(NAMES.results(), partitions, Map.of("min.insync.replicas", "2"), Set.of()));
        assertThat(replicas(3, 0))
                .extracting(Finding::seen)
                .containsExactly(
                        "no broker leads carillon.results-0", "replicas are missing or behind for carillon.results-1");
    }

    @Test
    void anUncleanElectionNeedsAnotherReplica() {
        topic(NAMES.results()).configs().put("unclean.leader.election.enable", "true");
        assertThat(replicas(3, 0)).extracting(Finding::code).containsExactly("UNCLEAN_ELECTION");
        assertThat(replicas(3, 0).get(0).fix()).contains("--entity-name carillon.results --delete-config");
        found.replaceAll((name, topic) -> new TopicFact(
                name,
                topic.partitions().stream()
                        .map(one -> new TopicFact.Partition(one.number(), true, 1, 1))
                        .toList(),
                topic.configs(),
                topic.operations()));
        assertThat(replicas(1, 0)).extracting(Finding::code).containsExactly("GOOD");
    }

    @ParameterizedTest
    @CsvSource({"3, 0, GOOD", "3, 3, GOOD", "3, 4, REPLICATION_UNREACHABLE"})
    void newTopicsNeedAsManyBrokersAsReplicas(int brokers, int replication, String code) {
        assertThat(replicas(brokers, replication)).extracting(Finding::code).containsExactly(code);
    }

    private List<Finding> rights(String... refused) {
        return RightsCheck.judge(facts(), new RightsFact(List.of(refused)), new RoleRights(NAMES, wanted), AT);
    }

    @Test
    void rightsThatTheClusterDoesNotReportAreNotMissed() {
        found.replaceAll((name, topic) -> new TopicFact(name, topic.partitions(), topic.configs(), Set.of()));
        assertThat(rights()).extracting(Finding::code).containsExactly("GOOD");
    }

    @Test
    void oneCommandGrantsARightOnAllTopicsThatLackIt() {
        topic(NAMES.results()).operations().remove("READ");
        topic(NAMES.delayed()).operations().remove("READ");
        topic(NAMES.events()).operations().remove("WRITE");
        List<Finding> findings = rights("group carillon.default");
        assertThat(findings)
                .extracting(Finding::code)
                .containsOnly("RIGHTS_MISSING")
                .hasSize(3);
        assertThat(findings)
                .anySatisfy(one -> assertThat(one.fix())
                        .contains("--operation Read", "--topic carillon.results", "--topic carillon.delayed"))
                .anySatisfy(one -> assertThat(one.fix()).endsWith("--operation Write --topic carillon.events"))
                .anySatisfy(
                        one -> assertThat(one.seen()).isEqualTo("this user may not use the group carillon.default"));
    }

    @Test
    void aRightThatNoRoleNeedsIsNotMissed() {
        topic(NAMES.audit()).operations().clear();
        topic(NAMES.audit()).operations().add("DESCRIBE");
        topic(NAMES.schedules()).operations().remove("WRITE");
        assertThat(rights()).extracting(Finding::code).containsExactly("GOOD");
    }
}
