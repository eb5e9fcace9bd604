package dev.carillon.client.submit;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.HeldSends;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Shards;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
final class SubmissionRecordsTest {
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);
    private static final Work RING = Work.of("ring", RawJson.NULL);

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final List<String> asked = new ArrayList<>();
    private final SubmissionRecords records = new SubmissionRecords(log, this::partitions, NAMES, clock);
    private final List<String> passedOn = new ArrayList<>();

    SubmissionRecordsTest() {
        new TopicCatalogue(NAMES, 5)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    private int partitions(String topic) {
        asked.add(topic);
        return log.partitions(topic);
    }

    private static Task task(int number) {
        return Task.first(
                ExecutionKey.of("bell-" + number, Instant.parse("2026-11-18T06:00:00.5Z")), Origin.SUBMITTED, RING);
    }

    private static Task notBefore(@Nullable Instant instant) {
        return task(0).withTimes(instant, null);
    }

    private static Iterator<Task> tasks(int count) {
        return IntStream.range(0, count).mapToObj(SubmissionRecordsTest::task).iterator();
    }

    private void passOn(Task task) {
        passedOn.add(task.taskId());
    }

    private List<String> written() {
        return log.all(LANE).stream()
                .map(record -> record.read(Kind.TASK::ifReadable).orElseThrow().taskId())
                .toList();
    }

    private ReceivedRecord only(String topic) {
        List<ReceivedRecord> all = log.all(topic);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @ParameterizedTest
    @EnumSource(Priority.class)
    void headersSayWhatRoutingAndCountingNeed(Priority priority) {
        records.send(task(0).withWork(RING.withPriority(priority)));
        String word = priority.name().toLowerCase(java.util.Locale.ROOT);
        assertThat(only(NAMES.tasks("default", priority)).headers().texts())
                .containsOnly(Map.entry("attempt", "1"), Map.entry("origin", "submitted"), Map.entry("priority", word));
    }

    @Test
    void headersOfARetryAndOfAReplayDiffer() {
        records.send(task(0).nextAttempt(NOW));
        assertThat(only(LANE).headers().texts())
                .containsEntry("attempt", "2")
                .containsEntry("origin", "retry")
                .containsEntry("not-before", NOW.toString());
        records.send(Task.first(ExecutionKey.of("bell", NOW), Origin.REPLAY, RING));
        assertThat(log.all(LANE))
                .anySatisfy(sent -> assertThat(sent.headers().texts()).containsEntry("origin", "replay"));
    }

    @Test
    void workThatStartsInAMinuteGoesToItsQueueAndLaterWorkToTheTimers() {
        Instant inAMinute = NOW.plusSeconds(60);
        records.send(notBefore(inAMinute));
        records.send(notBefore(NOW.minus(Duration.ofDays(1))));
        assertThat(log.all(LANE)).hasSize(2);
        records.send(notBefore(inAMinute.plusNanos(1)));
        assertThat(only(NAMES.delayed()).headers().texts())
                .containsEntry("not-before", inAMinute.plusNanos(1).toString());
    }

    /** Without the check a timer would release the task, minutes or months later, into dead-letters. */
    @Test
    void farWorkOfAQueueWithoutTopicsIsRefusedAtOnce() {
        Task far = notBefore(NOW.plus(Duration.ofHours(1))).withWork(RING.withQueue("mail"));
        assertThatThrownBy(() -> records.send(far))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("mail");
        assertThat(log.all(NAMES.delayed())).isEmpty();
    }

    @Test
    void theNumberOfPartitionsIsAskedOncePerTopic() {
        records.sendAll(tasks(50), this::passOn);
        records.send(notBefore(NOW.plus(Duration.ofHours(1))));
        records.send(notBefore(NOW.plus(Duration.ofHours(2))));
        assertThat(asked).containsExactlyInAnyOrder(LANE, NAMES.delayed());
    }

    @Test
    void whatThisVersionDoesNotSupportIsRefusedAndNotSent() {
        Work sharded =
                WorkBuilder.builder(RING).shards(new Shards(2, Shards.Need.ALL)).build();
        assertThatThrownBy(() -> records.start(task(0).withWork(sharded)))
                .isInstanceOfSatisfying(ContractException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(ErrorCode.NOT_SUPPORTED_YET));
        assertThat(log.all(LANE)).isEmpty();
    }

    @Test
    void aDeadlineMayBeSixDaysAfterTheStartAndNotLater() {
        Instant start = NOW.plus(Duration.ofDays(30));
        Instant latest = start.plus(Duration.ofDays(6));
        records.send(task(0).withTimes(start, latest));
        assertThat(log.all(NAMES.delayed())).hasSize(1);
        assertThatThrownBy(() -> records.send(task(0).withTimes(start, latest.plusMillis(1))))
                .hasMessageContaining("deadline")
                .hasMessageContaining(latest.toString());
        assertThat(log.all(NAMES.delayed())).hasSize(1);
    }

    @Test
    void aStartThatNoRecordCanNameIsRefusedAsOutOfRange() {
        assertThatThrownBy(() -> records.start(notBefore(Instant.MAX)))
                .isInstanceOfSatisfying(ContractException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.OUT_OF_RANGE);
                    assertThat(refusal.field()).isEqualTo("notBefore");
                });
    }

    @Test
    void noneOfNoneAreSent() {
        log.whenFlushed(() -> passedOn.add("flushed"));
        assertThat(records.sendAll(tasks(0), this::passOn)).isZero();
        assertThat(passedOn).isEmpty();
    }

    @Test
    void eachIsPassedOnOnlyOnceItAndAllBeforeItAreSafe() {
        HeldSends held = new HeldSends(log);
        log.whenFlushed(() -> {
            held.write(2);
            held.write(1);
            assertThat(passedOn).isEmpty();
            held.write(0);
        });
        assertThat(records.sendAll(tasks(3), this::passOn)).isEqualTo(3);
        assertThat(passedOn).containsExactly("bell-0", "bell-1", "bell-2");
        assertThat(written()).containsExactlyInAnyOrder("bell-0", "bell-1", "bell-2");
    }

    @Test
    void onesThatAreSafeMeanwhileArePassedOnBeforeTheLastIsSent() {
        HeldSends held = new HeldSends(log);
        Iterator<Task> tasks = IntStream.range(0, 4)
                .mapToObj(number -> {
                    if (number == 2) {
                        held.write(0);
                        held.write(1);
                    } else if (number == 3) {
                        assertThat(passedOn).containsExactly("bell-0", "bell-1");
                    }
                    return task(number);
                })
                .iterator();
        log.whenFlushed(held::writeRest);
        assertThat(records.sendAll(tasks, this::passOn)).isEqualTo(4);
        assertThat(passedOn).hasSize(4);
    }

    @Test
    void afterOneThatWasNotWrittenNoneIsPassedOnThoughItIsSafe() {
        HeldSends held = new HeldSends(log);
        ClientException lost = new ClientException(ClientProblem.KAFKA_REFUSED, "the leader is gone");
        log.whenFlushed(() -> {
            held.refuse(1, lost);
            held.writeRest();
        });
        assertThatThrownBy(() -> records.sendAll(tasks(3), this::passOn)).isSameAs(lost);
        assertThat(passedOn).containsExactly("bell-0");
    }

    /** As above, but the failure is known while further tasks are still to be sent. */
    @Test
    void afterOneThatFailedOnTheWayNoneIsSentOrPassedOn() {
        HeldSends held = new HeldSends(log);
        ClientException lost = new ClientException(ClientProblem.KAFKA_REFUSED, "the leader is gone");
        Iterator<Task> tasks = IntStream.range(0, 9)
                .mapToObj(number -> {
                    if (number == 3) {
                        held.write(0);
                        held.refuse(1, lost);
                        held.write(2);
                    }
                    return task(number);
                })
                .iterator();
        assertThatThrownBy(() -> records.sendAll(tasks, this::passOn)).isSameAs(lost);
        assertThat(passedOn).containsExactly("bell-0");
        assertThat(held.count()).isEqualTo(3);
    }

    @Test
    void aCallerThatThrowsGetsNoFurtherTask() {
        assertThatThrownBy(() -> records.sendAll(tasks(5), task -> {
                    passOn(task);
                    throw new IllegalStateException("the disk is full");
                }))
                .hasMessage("the disk is full");
        assertThat(passedOn).containsExactly("bell-0");
    }

    @Test
    void thoseBeforeARefusedOneAreWaitedForAndPassedOn() {
        HeldSends held = new HeldSends(log);
        log.whenFlushed(held::writeRest);
        List<Task> tasks = List.of(task(0), task(1), task(2).withWork(RING.withQueue("mail")), task(3));
        assertThatThrownBy(() -> records.sendAll(tasks.iterator(), this::passOn))
                .hasMessageContaining("mail");
        assertThat(passedOn).containsExactly("bell-0", "bell-1");
        assertThat(held.count()).isEqualTo(2);
    }

    @Test
    void anInterruptedSenderStopsAndStaysInterrupted() {
        HeldSends held = new HeldSends(log);
        log.whenFlushed(() -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> records.sendAll(tasks(3), this::passOn)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(passedOn).isEmpty();
        assertThat(held.count()).isEqualTo(3);
    }

    /** The first are written by another thread once as many as may be under way were sent. */
    @Test
    void aSenderOfVeryManyWaitsForTheFirstOnesBeforeItSendsMore() {
        HeldSends held = new HeldSends(log);
        log.whenFlushed(held::writeRest);
        int[] passed = {0};
        int[] most = {0};
        Iterator<Task> tasks = IntStream.range(0, 60_000)
                .mapToObj(number -> {
                    most[0] = Math.max(most[0], number - passed[0]);
                    if (number == 50_000) {
                        var unused = CompletableFuture.runAsync(held::writeRest);
                    }
                    return task(number);
                })
                .iterator();
        long sent = records.sendAll(tasks, task -> assertThat(task.taskId()).isEqualTo("bell-" + passed[0]++));
        assertThat(sent).isEqualTo(60_000);
        assertThat(passed[0]).isEqualTo(60_000);
        assertThat(most[0]).isEqualTo(50_000);
    }
}
