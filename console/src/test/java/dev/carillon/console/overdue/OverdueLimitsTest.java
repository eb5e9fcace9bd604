package dev.carillon.console.overdue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunBuilder;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.state.ExecutionState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The watch at the limits of its times, with events that fail and clocks that jump, over runs in memory. */
final class OverdueLimitsTest {
    private static final Duration AFTER = Duration.ofSeconds(60);

    private final MemoryRuns runs = new MemoryRuns();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> reported = new ArrayList<>();
    private int failAt = Integer.MAX_VALUE;
    private int closed;
    private final OverdueWatch watch = new OverdueWatch(runs, Events::new, AFTER, "console/test", meters);
    private Instant now = Written.BEGIN;

    /** Runs that await something, by key; those whose report was read are not returned again. */
    private static final class MemoryRuns implements OverdueQuery {
        private final Map<ExecutionKey, Instant> awaited = new HashMap<>();
        private final Set<ExecutionKey> read = new HashSet<>();
        private boolean upToDate = true;

        @Override
        public List<OverdueRun> unreported(Instant from, Instant until, int limit) {
            return awaited.entrySet().stream()
                    .filter(one -> !read.contains(one.getKey()))
                    .filter(one ->
                            !one.getValue().isBefore(from) && one.getValue().isBefore(until))
                    .sorted(Map.Entry.<ExecutionKey, Instant>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.comparing(ExecutionKey::toString))))
                    .limit(limit)
                    .map(one -> new OverdueRun(run(one.getKey()), one.getValue(), "no one came"))
                    .toList();
        }

        private static Run run(ExecutionKey key) {
            return RunBuilder.builder()
                    .key(key)
                    .state(ExecutionState.QUEUED)
                    .firstHeard(Written.BEGIN)
                    .build();
        }

        @Override
        public long count(Instant until) {
            return awaited.values().stream()
                    .filter(since -> since.isBefore(until))
                    .count();
        }

        @Override
        public boolean isUpToDate(Instant now) {
            return upToDate;
        }
    }

    private final class Events implements OverdueEvents {
        @Override
        public void write(Event event) {
            if (reported.size() == failAt) {
                failAt = Integer.MAX_VALUE;
                throw new IllegalStateException("no broker");
            }
            reported.add(event.subject());
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @BeforeEach
    void begin() {
        watch.begin();
    }

    private ExecutionKey awaits(int number, Instant since) {
        ExecutionKey key = ExecutionKey.of("report", Written.BEGIN.plusNanos(number + 1));
        runs.awaited.put(key, since);
        return key;
    }

    private void roundAt(Instant instant) {
        now = instant;
        watch.runOnce(now);
    }

    private void roundAfter(Duration time) {
        roundAt(now.plus(time));
    }

    private double overdueNow() {
        return meters.get("carillon.console.overdue").gauge().value();
    }

    private double told() {
        return meters.get("carillon.console.overdue.told").counter().count();
    }

    @ParameterizedTest
    @CsvSource({"59999, 0", "60000, 0", "60001, 1", "3600000, 1"})
    void oneIsOverdueWhenItIsSilentForLongerThanAllowed(long millis, int count) {
        awaits(1, Written.BEGIN);
        roundAfter(Duration.ofMillis(millis));
        assertThat(reported).hasSize(count);
        assertThat(overdueNow()).isEqualTo(count);
        assertThat(told()).isEqualTo(count);
    }

    @Test
    void oneIsReportedOnceEvenIfItsEventIsNotReadForLong() {
        ExecutionKey key = awaits(1, Written.BEGIN);
        for (int i = 0; i < 100; i++) {
            roundAfter(Duration.ofSeconds(2));
        }
        assertThat(reported).containsExactly(key.toString());
        assertThat(overdueNow()).isOne();
    }

    @Test
    void aRowThatIsWrittenLateIsReportedToo() {
        roundAfter(Duration.ofSeconds(200));
        awaits(1, now.minus(AFTER).minusSeconds(59));
        roundAfter(Duration.ofSeconds(1));
        assertThat(reported).hasSize(1);
    }

    @Test
    void afterTheClockWasSetBackNewOnesAreReportedAsBefore() {
        roundAt(Written.BEGIN.plus(Duration.ofHours(5)));
        ExecutionKey key = awaits(1, Written.BEGIN.plusSeconds(600));
        roundAt(Written.BEGIN.plusSeconds(600));
        assertThat(reported).isEmpty();
        roundAt(Written.BEGIN.plusSeconds(661));
        assertThat(reported).containsExactly(key.toString());
    }

    @Test
    void aClockThatGoesToAndFroReportsNothingTwice() {
        for (int i = 0; i < 50; i++) {
            awaits(i, Written.BEGIN.plusSeconds(i));
        }
        for (int i = 0; i < 10; i++) {
            roundAt(Written.BEGIN.plus(Duration.ofHours(2)));
            roundAt(Written.BEGIN.minus(Duration.ofHours(2)));
            roundAt(Written.BEGIN.plusSeconds(61 + 10L * i));
        }
        assertThat(reported).doesNotHaveDuplicates().hasSize(50);
    }

    @Test
    void whenAnEventCannotBeWrittenTheRestFollowsWithTheNextRound() {
        for (int i = 0; i < 10; i++) {
            awaits(i, Written.BEGIN.plusSeconds(i));
        }
        failAt = 4;
        assertThatThrownBy(() -> roundAfter(Duration.ofMinutes(10))).hasMessage("no broker");
        assertThat(reported).hasSize(4);
        roundAfter(Duration.ofSeconds(2));
        assertThat(reported).doesNotHaveDuplicates().hasSize(10);
        assertThat(told()).isEqualTo(10);
    }

    @Test
    void aThousandOfOneInstantAreReportedOverSeveralRoundsEachOnce() {
        for (int i = 0; i < 1_000; i++) {
            awaits(i, Written.BEGIN);
        }
        for (int round = 0; round < 5; round++) {
            roundAfter(Duration.ofSeconds(61));
            reported.forEach(key -> runs.read.add(ExecutionKey.parse(key)));
        }
        assertThat(reported).doesNotHaveDuplicates().hasSize(1_000);
    }

    @Test
    void whileTheHistoryIsBehindNothingIsReportedAndAfterwardsNothingIsForgotten() {
        roundAfter(Duration.ofSeconds(1));
        runs.upToDate = false;
        awaits(1, Written.BEGIN.plusSeconds(5));
        roundAfter(Duration.ofHours(3));
        assertThat(reported).isEmpty();
        assertThat(overdueNow()).as("the last known number").isZero();
        runs.upToDate = true;
        roundAfter(Duration.ofSeconds(2));
        assertThat(reported).hasSize(1);
    }

    @Test
    void aWatchThatWasStoppedWritesNothingAndOneThatBeginsAgainLooksAtEverything() {
        roundAfter(Duration.ofHours(1));
        watch.end();
        watch.end();
        assertThat(closed).isOne();
        ExecutionKey key = awaits(1, Written.BEGIN);
        roundAfter(Duration.ofHours(1));
        assertThat(reported).isEmpty();
        watch.begin();
        roundAfter(Duration.ofSeconds(2));
        assertThat(reported).containsExactly(key.toString());
    }

    private static Event event(String subject) {
        return new Event(EventType.OVERDUE, subject, Written.BEGIN, "console/test", "since", null, Map.of());
    }

    private static MockProducer<byte[], byte[]> producer(boolean answers) {
        return new MockProducer<>(
                answers, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Test
    void anEventIsWrittenUnderTheKeyOfItsExecution() {
        MockProducer<byte[], byte[]> producer = producer(true);
        KafkaOverdueEvents events = new KafkaOverdueEvents(producer, "carillon.events");
        Event event = event("report:2026-11-18T06:00:00Z");
        events.write(event);
        events.close();
        assertThat(producer.history()).singleElement().satisfies(record -> {
            assertThat(record.topic()).isEqualTo("carillon.events");
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(event.subject());
            assertThat(Kind.EVENT.decode(record.value())).isEqualTo(event);
        });
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void anEventThatKafkaRefusesIsNotTakenForWritten() {
        MockProducer<byte[], byte[]> producer = producer(true);
        producer.sendException = new KafkaException("not authorized");
        KafkaOverdueEvents events = new KafkaOverdueEvents(producer, "carillon.events");
        assertThatThrownBy(() -> events.write(event("report:2026-11-18T06:00:00Z")))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("not authorized");
    }

    @Test
    void aStopEndsTheWaitForKafka() {
        KafkaOverdueEvents events = new KafkaOverdueEvents(producer(false), "carillon.events");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> events.write(event("report:2026-11-18T06:00:00Z")))
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }
}
