package dev.carillon.console.history.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.fold.Written;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Priority;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the ingest loop does when a round fails, topics change, time jumps, or records never stop coming. */
final class IngestRecoveryTest {
    private static final Instant START = Written.BEGIN.plus(Duration.ofHours(1));

    private final Written written = new Written();
    private final MemoryTopics topics = new MemoryTopics();
    private final MemoryHistoryStore store = new MemoryHistoryStore();
    private final ManualClock clock = new ManualClock(START);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HistoryIngest ingest =
            new HistoryIngest(store, () -> topics, new RecordReader(Written.NAMES), clock, meters);
    private int given;

    @BeforeEach
    void begin() {
        store.written = START;
        ingest.begin();
    }

    private void roundAfter(Duration time) {
        clock.advance(time);
        ingest.runOnce(clock.instant());
    }

    private void round() {
        roundAfter(Duration.ofMillis(100));
    }

    /** Gives the records written since the last call to the topics. */
    private List<ReceivedRecord> give() {
        List<ReceivedRecord> more =
                List.copyOf(written.records().subList(given, written.records().size()));
        given = written.records().size();
        topics.with(more);
        return more;
    }

    private double count(String meter) {
        return meters.get(meter).counter().count();
    }

    @Test
    void whatWasReadBeforeAReadFailedIsReadAgain() {
        int all = written.everyKind().records().size();
        give();
        List<Integer> reads = new ArrayList<>();
        topics.atOnce(5).beforeRead(() -> {
            reads.add(1);
            if (reads.size() == 3) {
                throw new IllegalStateException("not authorized");
            }
        });

        assertThatThrownBy(this::round).hasMessage("not authorized");
        assertThat(store.sizes).isEmpty();

        round();
        assertThat(store.records()).isEqualTo(all);
    }

    @Test
    void aListenerThatThrowsStopsNoBatchAndLosesNone() {
        written.succeeds("one");
        give();
        List<Integer> calls = new ArrayList<>();
        ingest.whenChanged(changes -> {
            calls.add(changes.size());
            if (calls.size() == 1) {
                throw new IllegalStateException("a listener failed");
            }
        });
        assertThatThrownBy(this::round).hasMessage("a listener failed");

        written.succeeds("two");
        give();
        round();
        assertThat(store.sizes)
                .as("the first batch was written, and is not read again")
                .containsExactly(3, 3);
    }

    @ParameterizedTest
    @EnumSource(names = {"HISTORY_DISK_FULL", "HISTORY_IN_USE", "HISTORY_UNWRITABLE", "HISTORY_UNAVAILABLE"})
    void aProblemThatLastsKeepsTheHistoryAndIsCountedEachTime(HistoryProblem problem) {
        written.succeeds("report");
        give();
        store.failing = problem;
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(this::round).hasMessageContaining("as the test wants it");
        }
        assertThat(meters.get("carillon.console.history.failures")
                        .tag("code", problem.name())
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(store.clears).isZero();
        assertThat(ingest.freshness().newest()).isNull();
    }

    @Test
    void oldRowsAreDeletedEverySecondWhileRecordsNeverStopComing() {
        for (int i = 0; i < 50; i++) {
            written.succeeds("report-" + i);
            give();
            round();
        }
        assertThat(store.sizes).as("no round was idle").hasSize(50);
        assertThat(store.deletions).isEqualTo(5);
    }

    @Test
    void whileOldRowsAreLeftEveryBusyRoundDeletesSome() {
        store.oldSteps = 8;
        for (int i = 0; i < 10; i++) {
            written.succeeds("report-" + i);
            give();
            round();
        }
        assertThat(store.deletions).isEqualTo(9);
    }

    @Test
    void aClockThatIsFarAheadDeletesNothingThatIsYoungByTheBrokers() {
        written.at(START).succeeds("report");
        give();
        round();
        roundAfter(Duration.ofMinutes(20));
        assertThat(store.deletedAt).isEqualTo(clock.instant());
        roundAfter(Duration.ofDays(400));
        assertThat(store.deletedAt).isEqualTo(START.plusSeconds(2).plus(Duration.ofHours(1)));
    }

    @Test
    void beforeTheFirstBatchOldIsJudgedByWhatWasWrittenBefore() {
        store.written = START.minus(Duration.ofDays(2));
        round();
        assertThat(store.deletedAt).isEqualTo(START.minus(Duration.ofDays(2)).plus(Duration.ofHours(1)));
    }

    @Test
    void afterKafkaWasAwayForADayCompactedTopicsAreReadFromTheStart() {
        written.succeeds("report");
        give();
        round();
        topics.isGone(true);
        roundAfter(Duration.ofSeconds(10));
        roundAfter(Duration.ofHours(24));
        assertThat(store.resets).isZero();

        topics.isGone(false);
        roundAfter(Duration.ofSeconds(10));
        assertThat(store.resets).isOne();
        roundAfter(Duration.ofSeconds(10));
        assertThat(store.resets).as("once for each outage").isOne();
    }

    @Test
    void afterAShortAbsenceOfKafkaNothingIsReadAgain() {
        written.succeeds("report");
        give();
        round();
        topics.readSince();
        topics.isGone(true);
        roundAfter(Duration.ofSeconds(10));
        roundAfter(Duration.ofHours(19));
        topics.isGone(false);
        roundAfter(Duration.ofSeconds(10));

        assertThat(store.resets).isZero();
        assertThat(topics.readSince()).isZero();
    }

    @Test
    void afterADiskWasFullForADayCompactedTopicsAreReadFromTheStart() {
        written.succeeds("report");
        give();
        store.failing = HistoryProblem.HISTORY_DISK_FULL;
        assertThatThrownBy(this::round).hasMessageContaining("as the test wants it");
        assertThatThrownBy(() -> roundAfter(Duration.ofHours(24))).hasMessageContaining("as the test wants it");
        store.failing = null;
        round();

        assertThat(store.resets).isPositive();
        assertThat(store.records()).isEqualTo(3);
    }

    @Test
    void beforeKafkaHasEverAnsweredEveryRoundFailsAndFreshnessSaysSinceWhen() {
        topics.isGone(true);
        assertThatThrownBy(this::round).hasMessageContaining("Kafka is down");
        Instant since = clock.instant();
        assertThatThrownBy(() -> roundAfter(Duration.ofHours(1))).hasMessageContaining("Kafka is down");

        assertThat(ingest.freshness().kafkaGone()).isEqualTo(since);
        assertThat(ingest.freshness().behind()).isEqualTo(-1);
        assertThat(ingest.freshness().caughtUp()).isFalse();
    }

    @Test
    void aTopicThatIsDeletedLeavesTheOthersAlone() {
        written.succeeds("report");
        give();
        round();
        topics.delete(Written.NAMES.outcomes());
        topics.readSince();
        roundAfter(Duration.ofSeconds(5));
        written.queued(written.task(written.key("report")));
        give();
        round();

        assertThat(store.clears).isZero();
        assertThat(topics.readSince()).isOne();
    }

    @Test
    void aTopicThatComesBackAfterItsDeletionWasSeenMeansANewHistory() {
        written.succeeds("report");
        give();
        round();
        topics.delete(Written.NAMES.outcomes());
        roundAfter(Duration.ofSeconds(5));
        assertThat(store.clears).isZero();
        topics.recreate(Written.NAMES.outcomes());
        roundAfter(Duration.ofSeconds(5));

        assertThat(store.clears).isOne();
        assertThat(store.ids).containsEntry(Written.NAMES.outcomes(), "second");
    }

    @Test
    void partitionsThatAreAddedAreReadFromTheirStart() {
        written.succeeds("report");
        give();
        topics.partitions(1);
        round();
        int before = store.records();
        topics.partitions(3);
        roundAfter(Duration.ofSeconds(5));

        assertThat(store.records()).isEqualTo(3);
        assertThat(before).isLessThan(3);
    }

    @Test
    void newTopicsAreFoundAfterTheClockWasSetBack() {
        written.succeeds("report");
        give();
        round();
        clock.set(START.minus(Duration.ofHours(2)));
        written.delayed(written.task(written.key("late")));
        give();
        round();

        assertThat(store.records()).isEqualTo(4);
    }

    @Test
    void aClockThatIsSetBackDuringARoundProlongsNoWait() {
        written.everyKind();
        give();
        topics.atOnce(3).beforeRead(() -> clock.set(clock.instant().minus(Duration.ofHours(1))));
        round();

        assertThat(topics.waits()).allMatch(wait -> wait.compareTo(Duration.ofMillis(500)) <= 0);
        assertThat(store.records()).isPositive();
    }

    @Test
    void aClockThatIsSetForwardDuringARoundEndsTheBatch() {
        written.everyKind();
        give();
        topics.atOnce(3).beforeRead(() -> clock.advance(Duration.ofHours(1)));
        round();
        assertThat(store.sizes).as("the read that it was set in is the last").containsExactly(6);
    }

    @Test
    void aLongBacklogIsGatheredForLongerThanAShortOne() {
        written.everyKind();
        give();
        topics.atOnce(1);
        round();
        assertThat(topics.waits()).containsOnlyOnce(Duration.ofMillis(200)).contains(Duration.ofMillis(20));

        for (int i = 0; i < 5_000; i++) {
            written.succeeds("report-" + i);
        }
        give();
        topics.waits().clear();
        round();
        assertThat(topics.waits()).contains(Duration.ofMillis(500)).doesNotContain(Duration.ofMillis(20));
    }

    @Test
    void aBatchIsBoundedByRecords() {
        for (int i = 0; i < 15_000; i++) {
            written.succeeds("report-" + i);
        }
        give();
        topics.atOnce(1_000);
        round();
        assertThat(store.sizes).containsExactly(40_000);
        round();
        assertThat(store.sizes).containsExactly(40_000, 5_000);
        assertThat(ingest.freshness().caughtUp()).isTrue();
    }

    @Test
    void aBatchIsBoundedByBytes() {
        byte[] large = new byte[1024 * 1024];
        for (int i = 0; i < 40; i++) {
            written.put(Written.NAMES.deadLetters(), "report:" + i, large, Map.of());
        }
        give();
        topics.atOnce(1);
        round();
        assertThat(store.sizes).containsExactly(32);
        round();
        assertThat(store.sizes).containsExactly(32, 8);
    }

    @Test
    void theNewestRecordNeverBecomesOlder() {
        written.at(START).succeeds("late");
        give();
        round();
        Instant newest = ingest.freshness().newest();
        written.at(START.minus(Duration.ofMinutes(30))).succeeds("early");
        give();
        round();

        assertThat(newest).isEqualTo(START.plusSeconds(2));
        assertThat(ingest.freshness().newest()).isEqualTo(newest);
    }

    @Test
    void withABacklogItIsNotUpToDateWhereverTheClockIsSetTo() {
        written.succeeds("report");
        give();
        round();
        assertThat(ingest.isUpToDate(clock.instant())).isTrue();
        assertThat(ingest.isUpToDate(clock.instant().plus(Duration.ofSeconds(2))))
                .isFalse();
        assertThat(ingest.isUpToDate(clock.instant().minus(Duration.ofHours(1))))
                .isFalse();
        assertThat(ingest.isUpToDate(clock.instant().minus(Duration.ofMillis(5))))
                .as("a query that began before the round")
                .isTrue();
    }

    @Test
    void recordsThatRetentionDeletedUnreadAreCountedOnce() {
        topics.lost(7);
        round();
        roundAfter(Duration.ofSeconds(5));
        assertThat(count("carillon.console.history.lost")).isEqualTo(7);
        topics.lost(10);
        roundAfter(Duration.ofSeconds(5));
        assertThat(count("carillon.console.history.lost")).isEqualTo(10);
    }

    @Test
    void positionsOfPartitionsWithoutNewRecordsAreNotWrittenAgain() {
        written.succeeds("report");
        give();
        round();
        store.positions.clear();
        ExecutionKey key = written.key("other");
        written.queued(written.task(key));
        ReceivedRecord added = give().get(0);
        round();

        assertThat(store.positions)
                .containsExactly(Map.entry(
                        new TopicPart(Written.NAMES.tasks("default", Priority.NORMAL), added.partition()),
                        added.offset() + 1));
    }

    @Test
    void aStoppedLoopReadsNothing() {
        written.succeeds("report");
        give();
        ingest.end();
        round();
        ingest.wakeUp();

        assertThat(topics.waits()).isEmpty();
        assertThat(store.sizes).isEmpty();
    }
}
