package dev.carillon.console.history.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.TopicPart;
import dev.carillon.console.history.Change;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.Batch;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.fold.Written;
import dev.carillon.kit.time.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rounds of ingest, over topics and a store in memory. */
final class IngestTest {
    private final Written written = new Written();
    private final MemoryTopics topics = new MemoryTopics();
    private final MemoryStore store = new MemoryStore();
    private final ManualClock clock = new ManualClock(Written.BEGIN.plus(Duration.ofHours(1)));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Ingest ingest = new Ingest(store, () -> topics, new RecordReader(Written.NAMES), clock, meters);

    /** Keeps what it is given, and fails when it is told to. */
    private static final class MemoryStore implements HistoryStore {
        private final Map<TopicPart, Long> positions = new HashMap<>();
        private final Map<String, String> ids = new HashMap<>();
        private final List<Integer> sizes = new ArrayList<>();
        private @Nullable HistoryProblem failing;
        private Instant written = Instant.EPOCH;
        private int clears;
        private int latestForgotten;
        private int forgets;

        @Override
        public Map<TopicPart, Long> positions() {
            return positions;
        }

        @Override
        public Map<String, String> topicIds() {
            return ids;
        }

        @Override
        public List<Change> write(Batch batch, Map<TopicPart, Long> moved) {
            if (failing != null) {
                throw new HistoryException(failing, "as the test wants it");
            }
            sizes.add(batch.size());
            positions.putAll(moved);
            return List.of(new Change(Change.Kind.RUN, "any", null, Instant.EPOCH));
        }

        @Override
        public Instant lastWritten() {
            return written;
        }

        @Override
        public void forgetLatest() {
            latestForgotten++;
        }

        @Override
        public void knows(Map<String, String> topicIds) {
            ids.putAll(topicIds);
        }

        @Override
        public boolean forget(Instant now) {
            forgets++;
            return false;
        }

        @Override
        public void clear() {
            clears++;
            failing = null;
            positions.clear();
            ids.clear();
        }

        @Override
        public void close() {}
    }

    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(Duration.ofMillis(100));
            ingest.runOnce(clock.instant());
        }
    }

    @Test
    void aRestartReadsNothingItHas() {
        topics.with(written.everyFate().records());
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
    void whatCouldNotBeWrittenIsReadOnceMore() {
        topics.with(written.everyFate().records());
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
    void aTopicThatWasMadeAnewMeansANewHistory() {
        topics.with(written.everyFate().records());
        ingest.begin();
        rounds(2);
        topics.makeAnew(Written.NAMES.outcomes());
        topics.readSince();

        clock.advance(Duration.ofSeconds(10));
        rounds(1);
        assertThat(store.clears).isOne();
        assertThat(topics.readSince()).as("all that is left").isPositive();
        assertThat(meters.get("carillon.console.history.rebuilds").counter().count())
                .isOne();
    }

    @Test
    void aDamagedHistoryIsBuiltAnew() {
        topics.with(written.everyFate().records());
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
    void whatCannotBeReadIsCountedAndPassedBy() {
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
    void whoeverWasAwayTooLongReadsCompactedTopicsAnew() {
        store.written = clock.instant().minus(Duration.ofHours(21));
        ingest.begin();
        assertThat(store.latestForgotten).isOne();

        store.written = clock.instant().minus(Duration.ofHours(19));
        ingest.begin();
        assertThat(store.latestForgotten).isOne();
    }

    @Test
    void listenersHearAfterTheRowsAreThere() {
        topics.with(written.succeeds("report").records());
        List<Integer> rowsWhenHeard = new ArrayList<>();
        ingest.whenChanged(changes -> rowsWhenHeard.add(store.sizes.size()));
        ingest.begin();
        rounds(1);

        assertThat(rowsWhenHeard).containsExactly(1);
    }

    @Test
    void whileKafkaIsGoneItSaysSinceWhenAndGoesOnAfterwards() {
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
        topics.with(written.everyFate().records()).atOnce(5);
        ingest.begin();
        rounds(1);

        assertThat(store.sizes.stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(written.records().size());
    }

    @Test
    void idleRoundsForgetWhatIsOld() {
        ingest.begin();
        rounds(2);
        assertThat(store.forgets).isEqualTo(2);
    }
}
