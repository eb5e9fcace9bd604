package dev.carillon.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.history.run.RunBuilder;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.insight.cluster.ClusterAnswer;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The status of a cluster that does not answer, answers late, or is in trouble, and clocks that are set back. */
@Timeout(60)
final class ClusterTroubleTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final TopicNames NAMES = new TopicNames("carillon");

    private final ManualClock clock = new ManualClock(NOW);
    private final SettableState state = new SettableState();
    private volatile String gone = "";
    private volatile Supplier<List<AttentionItem>> next = List::of;
    private final AtomicInteger reads = new AtomicInteger();
    private final KafkaSession session = session(Duration.ofSeconds(30));
    private final ClusterWatch watch = new ClusterWatch(this::read, session, state, clock);

    private KafkaSession session(Duration answerWithin) {
        return new KafkaSession("troubled", () -> new MemoryRecordLog(clock), () -> gone, answerWithin);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private static ClusterAnswer answer(Instant at) {
        return new ClusterAnswer(
                at,
                true,
                List.of(),
                new ClusterAnswer.Trigger(false, null, null, 0, 0, 10),
                new ClusterAnswer.Workers(0, 0, 0, 0, 0),
                List.of(),
                List.of(),
                new ClusterAnswer.Executions(null, null, null, null, 10, null));
    }

    /** Called by the thread of the session only. */
    private ClusterSnapshot read(RecordLog log) {
        reads.incrementAndGet();
        return new ClusterSnapshot(clock.instant(), answer(clock.instant()), next.get());
    }

    private static AttentionItem item(String code) {
        return new AttentionItem(code, "words", "next", "/");
    }

    private List<String> codes() {
        return watch.attention().needs().stream().map(AttentionItem::code).toList();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "9999, 1", "10000, 2", "86400000, 2", "-1, 2", "-86400000, 2"})
    void aStatusIsReadAgainAfterTenSecondsOrWhenTheClockWasSetBack(long millis, int expected) {
        watch.cluster();
        clock.set(NOW.plusMillis(millis));
        watch.cluster();
        assertThat(reads.get()).isEqualTo(expected);
    }

    @Test
    void afterTheClockWasSetBackAnOldStatusIsNotCalledWell() {
        assertThat(watch.attention().isWell()).isTrue();
        clock.set(NOW.minus(Duration.ofHours(1)));
        next = () -> List.of(item("NO_WORKER"));
        assertThat(codes()).containsExactly("NO_WORKER");
    }

    @Test
    void whileKafkaIsAwayTheLastStatusIsShownAndTheTroubleNamedOnce() {
        next = () -> List.of(item("NO_WORKER"));
        ClusterSnapshot before = watch.cluster();
        gone = "Kafka at localhost:9092 has not answered";
        state.kafkaGone = NOW;
        clock.advance(Duration.ofMinutes(5));

        assertThat(watch.cluster()).isSameAs(before);
        assertThat(watch.attention().needs()).singleElement().satisfies(need -> {
            assertThat(need.code()).isEqualTo("KAFKA_UNREACHABLE");
            assertThat(need.words()).contains(NOW.toString());
        });
        assertThat(watch.attention().isWell()).isFalse();
        assertThat(reads.get()).isOne();

        gone = "";
        state.kafkaGone = null;
        clock.advance(Duration.ofSeconds(10));
        assertThat(codes()).containsExactly("NO_WORKER");
    }

    @Test
    void aClusterThatNeverAnsweredIsRefusedAtOnceWhileKafkaIsKnownToBeAway() {
        gone = "Kafka at localhost:9092 has not answered";
        assertThatThrownBy(watch::cluster)
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE))
                .hasMessage(gone);
        assertThat(codes()).containsExactly("KAFKA_UNREACHABLE");
        assertThat(reads.get()).isZero();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ClientException(ClientProblem.NO_SUCH_TOPICS, "none"), "NO_SUCH_TOPICS"),
                Arguments.of(new ClientException(ClientProblem.KAFKA_REFUSED, "no right"), "KAFKA_REFUSED"),
                Arguments.of(new IllegalStateException("a bug"), "KAFKA_UNREACHABLE"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aReadThatFailsIsATroubleUntilOneSucceeds(RuntimeException failure, String code) {
        next = () -> {
            throw failure;
        };
        assertThat(codes()).containsExactly(code);
        assertThat(codes()).as("it is not tried again at once").containsExactly(code);
        assertThat(reads.get()).isOne();
        next = List::of;
        clock.advance(Duration.ofSeconds(10));
        assertThat(watch.attention().isWell()).isTrue();
    }

    @Test
    void aReadThatTakesLongerThanARequestWaitsIsUsedByTheNextOne() throws Exception {
        try (KafkaSession hasty = session(Duration.ofMillis(20))) {
            ClusterWatch slow = new ClusterWatch(this::read, hasty, state, clock);
            CountDownLatch end = new CountDownLatch(1);
            next = () -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return List.of(item("NO_WORKER"));
            };
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(slow::cluster).isInstanceOfSatisfying(CodedException.class, e -> assertThat(e.code())
                        .isEqualTo(KitErrorCode.KAFKA_UNREACHABLE));
            }
            end.countDown();
            assertThat(slow.attention().needs()).containsExactly(item("NO_WORKER"));
            assertThat(reads.get()).isOne();
        }
    }

    private static OverdueRun overdue(int number) {
        ExecutionKey key = ExecutionKey.of("report", NOW.plusNanos(number + 1));
        return new OverdueRun(
                RunBuilder.builder()
                        .key(key)
                        .state(ExecutionState.QUEUED)
                        .firstHeard(NOW)
                        .build(),
                NOW,
                "no worker has started it");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 execution is overdue;",
        "2, 2 executions are overdue;",
        "99, 99 executions are overdue;",
        "100, at least 100 executions are overdue;",
        "5000, at least 100 executions are overdue;"
    })
    void overdueExecutionsAreCountedAndTheLongestNamed(int count, String beginning) {
        state.overdue =
                IntStream.range(0, count).mapToObj(ClusterTroubleTest::overdue).toList();
        next = () -> List.of(item("NO_WORKER"));
        List<AttentionItem> needs = watch.attention().needs();
        assertThat(needs).extracting(AttentionItem::code).containsExactly("NO_WORKER", "OVERDUE");
        String key = state.overdue.get(0).run().key().toString();
        assertThat(needs.get(1).words()).startsWith(beginning).contains(key, "no worker has started it");
        assertThat(needs.get(1).next()).isEqualTo("carillon status " + key);
        assertThat(needs.get(1).path()).isEqualTo("/run?key=" + key);
    }

    @Test
    void aClusterWithoutTopicsSaysThatTheyAreMissing() {
        ClusterSnapshot empty = new ClusterReader(NAMES, clock).read(new MemoryRecordLog(clock));
        assertThat(empty.at()).isEqualTo(NOW);
        assertThat(empty.needs()).extracting(AttentionItem::code).contains("TOPICS_MISSING");
        assertThat(empty.needs()).allSatisfy(need -> {
            assertThat(need.words()).isNotBlank().doesNotEndWith(".");
            assertThat(need.next()).isNotBlank();
            assertThat(need.path()).startsWith("/");
        });
    }

    @Test
    void anIdleClusterWithoutServicesSaysWhichAreMissing() {
        MemoryRecordLog log = new MemoryRecordLog(clock);
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
        List<AttentionItem> needs = new ClusterReader(NAMES, clock).read(log).needs();
        assertThat(needs).extracting(AttentionItem::code).contains("NO_TRIGGER").doesNotContain("TOPICS_MISSING");
        assertThat(needs).filteredOn(need -> need.code().equals("NO_WORKER")).allSatisfy(need -> assertThat(need.path())
                .isEqualTo("/workers"));
    }
}
