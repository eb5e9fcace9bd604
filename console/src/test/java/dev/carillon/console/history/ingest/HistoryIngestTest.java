package dev.carillon.console.history.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.fold.Written;
import dev.carillon.kit.time.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ingest rounds over topics and a store in memory. */
final class HistoryIngestTest {
    private final Written written = new Written();
    private final MemoryTopics topics = new MemoryTopics();
    private final MemoryHistoryStore store = new MemoryHistoryStore();
    private final ManualClock clock = new ManualClock(Written.BEGIN.plus(Duration.ofHours(1)));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HistoryIngest ingest =
            new HistoryIngest(store, () -> topics, new RecordReader(Written.NAMES), clock, meters);

    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofMillis(100));
            ingest.runOnce(clock.instant());
        }
    }

    @Test
    void aRestartReadsNoRecordAgain() {
        topics.with(written.everyKind().records());
        ingest.begin();
        rounds(2);
        assertThat(topics.readSince()).isEqualTo(written.records().size());
        ingest.end();

        ingest.begin();
        rounds(2);
        assertThat(topics.readSince()).isZero();
        assertThat(ingest.freshness().caughtUp()).isTrue();
    }

    @Test
    void aBatchThatCouldNotBeWrittenIsReadAgain() {
        topics.with(written.everyKind().records());
        store.failing = HistoryProblem.HISTORY_DISK_FULL;
        ingest.begin();
        assertThatThrownBy(() -> rounds(1)).hasMessageContaining("as the test wants it");
        assertThat(store.positions).isEmpty();
        topics.readSince();

        store.failing = null;
        rounds(1);
        assertThat(topics.readSince()).isEqualTo(written.records().size());
        assertThat(store.sizes).containsExactly(written.records().size());
        assertThat(meters.get("carillon.console.history.failures")
                        .tag("code", "HISTORY_DISK_FULL")
                        .counter()
                        .count())
                .isOne();
    }

    @Test
    void aTopicThatWasCreatedAgainMeansANewHistory() {
        topics.with(written.everyKind().records());
        ingest.begin();
        rounds(2);
        topics.recreate(Written.NAMES.outcomes());
        topics.readSince();

        clock.advance(Duration.ofSeconds(10));
        rounds(1);
        assertThat(store.clears).isOne();
        assertThat(topics.readSince()).as("all that is left").isPositive();
        assertThat(meters.get("carillon.console.history.rebuilds").counter().count())
                .isOne();
    }

    @Test
    void aDamagedHistoryIsRebuilt() {
        topics.with(written.everyKind().records());
        store.failing = HistoryProblem.HISTORY_DAMAGED;
        ingest.begin();
        rounds(2);

        assertThat(store.clears).isOne();
        assertThat(store.sizes).containsExactly(written.records().size());
    }

    @Test
    void aNewTopicIsReadFromItsBeginning() {
        topics.with(written.succeeds("early").records());
        ingest.begin();
        rounds(1);
        int before = written.records().size();
        topics.readSince();
        topics.with(written.delayed(written.task(written.key("late"))).records().subList(before, before + 1));

        clock.advance(Duration.ofSeconds(10));
        rounds(1);
        assertThat(topics.readSince()).isOne();
    }

    @Test
    void unreadableRecordsAreCountedAndSkipped() {
        topics.with(written.succeeds("fine")
                .put(Written.NAMES.results(), "bad", "{".getBytes(StandardCharsets.UTF_8), Map.of())
                .records());
        ingest.begin();
        rounds(1);

        assertThat(store.sizes).containsExactly(4);
        assertThat(meters.get("carillon.console.history.unreadable").counter().count())
                .isOne();
    }

    @Test
    void afterALongDowntimeCompactedTopicsAreReadFromTheStart() {
        store.written = clock.instant().minus(Duration.ofHours(21));
        ingest.begin();
        rounds(1);
        assertThat(store.resets).isOne();

        ingest.end();
        store.written = clock.instant().minus(Duration.ofHours(19));
        ingest.begin();
        rounds(1);
        assertThat(store.resets).isOne();
    }

    @Test
    void listenersAreCalledAfterTheRowsAreWritten() {
        topics.with(written.succeeds("report").records());
        List<Integer> rowsWhenCalled = new ArrayList<>();
        ingest.whenChanged(changes -> rowsWhenCalled.add(store.sizes.size()));
        ingest.begin();
        rounds(1);

        assertThat(rowsWhenCalled).containsExactly(1);
    }

    @Test
    void whileKafkaIsDownFreshnessShowsSinceWhenAndIngestResumesAfterwards() {
        topics.with(written.succeeds("report").records());
        ingest.begin();
        rounds(1);
        topics.isGone(true);
        clock.advance(Duration.ofSeconds(10));
        rounds(1);
        Instant since = clock.instant();
        clock.advance(Duration.ofSeconds(10));
        rounds(1);

        assertThat(ingest.freshness().kafkaGone()).isEqualTo(since);
        assertThat(ingest.isUpToDate(clock.instant())).isFalse();

        topics.isGone(false);
        clock.advance(Duration.ofSeconds(10));
        rounds(1);
        assertThat(ingest.freshness().kafkaGone()).isNull();
        assertThat(ingest.isUpToDate(clock.instant())).isTrue();
    }

    @Test
    void aBacklogComesInBatchesThatFit() {
        topics.with(written.everyKind().records()).atOnce(5);
        ingest.begin();
        rounds(1);

        assertThat(store.sizes.stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(written.records().size());
    }

    @Test
    void idleRoundsDeleteOldRows() {
        ingest.begin();
        rounds(2);
        assertThat(store.deletions).isEqualTo(2);
    }
}
