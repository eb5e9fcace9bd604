package dev.carillon.insight.cluster;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many executions ended, are retried, are delayed, and ended in dead letters. */
final class EndsLookTest {
    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void atSix() {
        cluster.at("06:00:00");
    }

    private ClusterStatus.Ends ends() {
        return new EndsLook(cluster.scan(), NAMES, cluster.now(), cluster.log.topics()).ends();
    }

    private static String key(int second) {
        return "report:" + moment("05:00:00").plusSeconds(second);
    }

    @ParameterizedTest
    @EnumSource(names = "SKIPPED", mode = EnumSource.Mode.EXCLUDE)
    void anExecutionIsRetriedWhileAFailedAttemptHasNoOutcome(ResultStatus status) {
        cluster.result(key(0), 1, status);
        boolean retried =
                switch (status) {
                    case FAILED, TIMED_OUT, LOST -> true;
                    default -> false;
                };

        assertThat(ends().retrying()).isEqualTo(retried ? 1 : 0);
        cluster.outcome(key(0), OutcomeStatus.FAILED, 1);
        assertThat(ends().retrying()).isZero();
    }

    @Test
    void anExecutionThatFailedOftenIsOne() {
        for (int attempt = 1; attempt <= 5; attempt++) {
            cluster.result(key(0), attempt, ResultStatus.FAILED);
        }
        cluster.result(key(1), 1, ResultStatus.LOST);
        cluster.put(NAMES.results(), 0, key(2), json("{"), Map.of());
        byte[] check = Kind.RESULT.encode(Result.of(ExecutionKey.parse(key(3)), 1, ResultStatus.FAILED));
        cluster.put(NAMES.results(), 0, key(3), check, Map.of(Headers.KIND, Headers.KIND_CHECK));

        assertThat(ends().retrying()).isEqualTo(2);
    }

    @Test
    void aFailureOfLongAgoIsNoLongerLookedAt() {
        cluster.result(key(0), 1, ResultStatus.FAILED).at("06:30:00");
        assertThat(ends().retrying()).isEqualTo(1);

        cluster.at("06:30:00.001");
        assertThat(ends().retrying()).isZero();
    }

    @Test
    void outcomesOfTheLastTenMinutesAreCountedEvenUnreadableOnes() {
        cluster.outcome(key(0), OutcomeStatus.FAILED, 1).at("06:00:00.001");
        cluster.succeeded(key(1), "05:00:01", "05:00:01").outcome(key(2), OutcomeStatus.CANCELLED, 0);
        cluster.put(NAMES.outcomes(), 0, key(3), json("{"), Map.of()).at("06:10:00.001");

        OutcomeStatistics recent = Objects.requireNonNull(ends().recent());
        assertThat(recent.ended()).isEqualTo(2);
        assertThat(recent.count(OutcomeStatus.FAILED)).isZero();
        assertThat(recent.unreadable()).isEqualTo(1);
    }

    private void delayed(String key, int partition, Instant start) {
        Map<String, String> headers = Map.of(Headers.NOT_BEFORE, start.toString());
        cluster.put(NAMES.delayed(), partition, key, json("{'taskId':'a','type':'shell'}"), headers);
    }

    @Test
    void aDelayedTaskCountsUntilItsStart() {
        delayed(key(0), 0, moment("06:10:00"));
        delayed(key(1), 1, moment("07:00:00"));
        assertThat(ends().delayed()).isEqualTo(2);

        cluster.at("06:10:00");
        assertThat(ends().delayed()).isEqualTo(1);
        cluster.outcome(key(1), OutcomeStatus.CANCELLED, 0);
        assertThat(ends().delayed()).isZero();
    }

    @Test
    void aTaskThatWasDelayedAgainIsOne() {
        delayed(key(0), 0, moment("06:10:00"));
        delayed(key(0), 0, moment("06:20:00"));

        assertThat(ends().delayed()).isEqualTo(1);
    }

    /** Tasks made by hand may share a key or have none; each is an execution, named by its position. */
    @ParameterizedTest
    @ValueSource(strings = {"", "report"})
    void tasksMadeByHandAreToldApart(String key) {
        delayed(key, 0, moment("06:10:00"));
        delayed(key, 0, moment("06:10:00"));
        delayed(key, 1, moment("06:10:00"));
        assertThat(ends().delayed()).isEqualTo(3);

        String own = ExecutionKey.atPosition("a", moment("06:00:00"), "delayed", 0, 1)
                .toString();
        cluster.outcome(own, OutcomeStatus.CANCELLED, 0);
        assertThat(ends().delayed()).isEqualTo(2);
    }

    private void deadLetter(String key) {
        cluster.put(NAMES.deadLetters(), 0, key, new byte[] {'x'}, Map.of(Headers.CAUSE, "EXHAUSTED"));
    }

    private void marked(int offset, String action, String appended) {
        cluster.put(
                NAMES.audit(),
                0,
                "0@" + offset,
                json("{'subject':'0@" + offset + "','action':'" + action + "','at':'2026-11-18T06:00:00Z',"
                        + "'before':{'key':'k','cause':'EXHAUSTED','appended':'" + appended + "'}}"),
                Map.of());
    }

    @Test
    void aDeadLetterWaitsUntilItIsReplayedOrDropped() {
        deadLetter(key(0));
        cluster.at("06:01:00");
        deadLetter(key(1));
        cluster.at("06:02:00");
        deadLetter(key(2));
        assertThat(ends().dead()).isEqualTo(3);
        assertThat(ends().lastDead()).isEqualTo(moment("06:02:00"));

        marked(2, "drop-dead-letter", "2026-11-18T06:02:00Z");
        marked(0, "replay-dead-letter", "2026-11-18T06:00:00Z");
        assertThat(ends().dead()).isEqualTo(1);
        assertThat(ends().lastDead()).isEqualTo(moment("06:01:00"));
    }

    /** The topic was deleted and made again, so that the position is now that of another. */
    @Test
    void aMarkOfAnEarlierTopicMarksNothing() {
        deadLetter(key(0));
        marked(0, "drop-dead-letter", "2026-11-17T06:00:00Z");
        marked(0, "apply-schedule", "2026-11-18T06:00:00Z");
        assertThat(ends().dead()).isEqualTo(1);

        cluster.log.deleteTopic(NAMES.audit());
        assertThat(ends().dead()).isEqualTo(1);
    }

    @Test
    void deletedDeadLettersWaitNoMore() {
        deadLetter(key(0));
        deadLetter(key(1));
        cluster.log.deleteBefore(NAMES.deadLetters(), 0, 1);
        assertThat(ends().dead()).isEqualTo(1);

        cluster.log.deleteBefore(NAMES.deadLetters(), 0, 2);
        assertThat(ends().dead()).isZero();
        assertThat(ends().lastDead()).isNull();
    }

    /** Reading them would take minutes, so the answer says that there are too many. */
    @Test
    void tooManyRecordsAreNotCounted() {
        for (int i = 0; i < 200_001; i++) {
            cluster.put(NAMES.results(), i % PARTITIONS, "a", null, Map.of());
            cluster.put(NAMES.outcomes(), i % PARTITIONS, "a", null, Map.of());
            cluster.put(NAMES.delayed(), i % PARTITIONS, "a", null, Map.of());
            cluster.put(NAMES.deadLetters(), i % PARTITIONS, "a", null, Map.of());
        }

        assertThat(ends()).isEqualTo(new ClusterStatus.Ends(null, -1, -1, -1, null));
        cluster.at("07:00:00");
        assertThat(ends().retrying()).isZero();
        assertThat(ends().recent()).isNotNull();
    }
}
