package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.arrival;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Work;
import dev.carillon.worker.FakeQueue.Trouble;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WorkerLoopTest {
    private static final InputPartition ZERO = new InputPartition(NORMAL, 0);
    private static final List<InputPartition> ALL =
            List.of(ZERO, new InputPartition(NORMAL, 1), new InputPartition(NORMAL, 2), new InputPartition(NORMAL, 3));

    private final FakeQueue queue = new FakeQueue();
    private final ManualClock clock = new ManualClock(NOW);
    private final WorkerConfig config = WorkerConfig.defaults().withSlots(10, 50);

    private FakeWorker worker() {
        FakeWorker worker = new FakeWorker(queue, clock, config);
        worker.assign(ALL);
        worker.settle();
        return worker;
    }

    private void submit(Task task) {
        InputPartition home =
                new InputPartition(NORMAL, Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS));
        queue.append(arrival(task, queue.end(home)));
    }

    private void submitToZero(int count, @Nullable Instant notBefore) {
        int tasks = 0;
        for (int i = 0; tasks < count; i++) {
            Task task = task("t" + i).withTimes(notBefore, null);
            if (Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS) == 0) {
                submit(task);
                tasks++;
            }
        }
    }

    private List<String> results() {
        return queue.keys(NAMES.results(), Headers.KIND_RESULT);
    }

    private List<String> claims() {
        return queue.keys(NAMES.results(), Headers.KIND_CLAIM);
    }

    private ResultStatus lastStatus() {
        OutgoingRecord last = queue.committed().get(queue.committed().size() - 1);
        return Kind.RESULT.decode(Objects.requireNonNull(last.value())).status();
    }

    @Test
    void taskRunsAndItsResultIsCommittedWithItsOffset() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        assertThat(queue.committed()).isEmpty();
        worker.endAll();
        worker.settle();
        assertThat(results()).containsExactly(key("a").toString());
        assertThat(queue.settled()).containsExactly(key("a").toString());
        assertThat(queue.outcomes()).containsExactly(key("a").toString());
        InputPartition home = new InputPartition(NORMAL, key("a").home(TestTasks.PARTITIONS));
        assertThat(queue.stored(home).position()).isEqualTo(1);
    }

    @Test
    void whatOthersHearWhileItWaitsIsWhatThereIsThen() {
        FakeWorker worker = worker();
        IntStream.range(0, 12).forEach(number -> submit(task("a" + number)));
        worker.settle();
        clock.advance(Duration.ofSeconds(1));
        worker.round();
        assertThat(worker.shownWhileWaiting).isEqualTo(12);
        clock.advance(Duration.ofMillis(100));
        worker.endAll();
        worker.round();
        worker.endAll();
        worker.settle();
        // Too soon to publish the figures, so the poll waits only until they may be published.
        assertThat(worker.shownWhileWaiting).isEqualTo(12);
        assertThat(worker.lastWait).isEqualTo(Duration.ofMillis(150));
        clock.advance(Duration.ofMillis(150));
        worker.round();
        assertThat(worker.shownWhileWaiting).isZero();
        assertThat(worker.lastWait).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void shortAttemptsStartBeforeTheRestIsReadAndLongOnesAfterIt() {
        FakeWorker worker = worker();
        assertThat(runningAtSecondPoll(worker, "unknown", Duration.ofMillis(2))).isZero();
        assertThat(runningAtSecondPoll(worker, "long", Duration.ZERO)).isZero();
        IntStream.range(0, 300).forEach(number -> runningAtSecondPoll(worker, "short" + number, Duration.ZERO));
        assertThat(runningAtSecondPoll(worker, "soon", Duration.ZERO)).isPositive();
    }

    private int runningAtSecondPoll(FakeWorker worker, String taskId, Duration takes) {
        submit(task(taskId));
        worker.runningAtPolls.clear();
        worker.round();
        int seen = worker.runningAtPolls.get(1);
        worker.settle();
        clock.advance(takes);
        worker.endAll();
        worker.settle();
        return seen;
    }

    @Test
    void nothingStartsBeforeTheEarlierAttemptsOfTheLastAssignmentAreRead() {
        FakeWorker worker = new FakeWorker(queue, clock, config);
        worker.readsSlowly = true;
        worker.assign(ALL);
        worker.settle();
        worker.revoke();
        worker.assign(ALL);
        worker.settle();
        submit(task("a"));
        worker.readEarlierAttempts();
        worker.settle();
        assertThat(worker.running).as("only the first of two reads is answered").isEmpty();
        worker.readEarlierAttempts();
        worker.settle();
        assertThat(worker.running).hasSize(1);
    }

    @Test
    void aWorkerWhoseSlotsNeverComeBackEnds() {
        FakeWorker worker = new FakeWorker(queue, clock, WorkerConfig.defaults().withSlots(2, 50));
        worker.assign(ALL);
        worker.settle();
        for (int i = 0; i < 4; i++) {
            submit(task("stuck" + i).withWork(task("any").work().withTimeout(Duration.ofSeconds(1))));
        }
        for (int i = 0; i < 2; i++) {
            worker.settle();
            clock.advance(Duration.ofSeconds(1));
        }
        worker.settle();
        assertThat(worker.interrupted).hasSize(4);
        clock.advance(StuckSlots.GIVEN_UP_AFTER.minusSeconds(1));
        worker.settle();
        worker.end(worker.running.get(0), AttemptEnding.succeeded(null));
        worker.settle();
        submit(task("next").withWork(task("any").work().withTimeout(Duration.ofSeconds(1))));
        worker.settle();
        assertThat(worker.running)
                .as("a handler has returned, so there is a slot")
                .hasSize(4);
        clock.advance(Duration.ofSeconds(2));
        worker.settle();
        clock.advance(StuckSlots.GIVEN_UP_AFTER);
        assertThatThrownBy(worker::settle)
                .isInstanceOf(WorkerBroken.class)
                .hasMessageContaining("4 handlers still run though their attempts have ended");
    }

    @Test
    void nothingStartsBeforeThePartitionIsMarkedOpen() {
        FakeWorker worker = new FakeWorker(queue, clock, config);
        submit(task("a"));
        queue.nextCommit(Trouble.REFUSED);
        worker.assign(ALL);
        worker.round();
        worker.round();
        assertThat(worker.running).isEmpty();
        worker.settle();
        assertThat(worker.running).hasSize(1);
        assertThat(queue.stored(worker.running.get(0).place().partition().id()).open())
                .isTrue();
    }

    @Test
    void nothingStartsWhileControlIsUnknown() {
        FakeWorker worker = worker();
        worker.controlIsCaughtUp(false);
        submit(task("a"));
        worker.settle();
        assertThat(worker.running).isEmpty();
        worker.controlIsCaughtUp(true);
        worker.settle();
        assertThat(worker.running).hasSize(1);
    }

    @Test
    void commitThatStandsThoughNobodySaidSoIsNotSentAgain() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        queue.nextCommit(Trouble.ANSWER_LOST);
        worker.endAll();
        worker.settle();
        assertThat(results()).hasSize(1);
        assertThat(queue.outcomes()).hasSize(1);
    }

    @Test
    void commitThatWasRefusedIsSentAgainWithoutRunningAgain() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        queue.nextCommit(Trouble.REFUSED);
        worker.endAll();
        worker.settle();
        assertThat(results()).hasSize(1);
        assertThat(queue.outcomes()).hasSize(1);
        assertThat(worker.running).isEmpty();
    }

    @Test
    void whatRetentionDeletedUnreadIsTold() {
        int number = key("a").home(TestTasks.PARTITIONS);
        String neighbour = IntStream.range(0, 1_000)
                .mapToObj(n -> "b" + n)
                .filter(name -> key(name).home(TestTasks.PARTITIONS) == number)
                .findFirst()
                .orElseThrow();
        FakeWorker first = worker();
        submit(task("a"));
        submit(task(neighbour));
        first.settle();
        first.end(first.running.get(1), AttemptEnding.succeeded(null));
        first.settle();
        queue.delete(new InputPartition(NORMAL, number), 0);
        FakeWorker second = worker();
        submit(task(neighbour));
        second.settle();
        assertThat(second.announced)
                .filteredOn(record -> record.topic().equals(NAMES.events()))
                .extracting(record -> Kind.EVENT.decode(Objects.requireNonNull(record.value())))
                .filteredOn(event -> event.type() == EventType.RECORDS_LOST)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.subject()).isEqualTo(NORMAL + "-" + number);
                    assertThat(event.message()).startsWith("1 task was deleted by retention");
                });
    }

    @Test
    void resultOfALostPartitionIsNotPublished() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        Attempt attempt = worker.running.get(0);
        worker.lose();
        assertThat(worker.interrupted).containsExactly("a");
        worker.end(attempt, AttemptEnding.succeeded(null));
        worker.settle();
        assertThat(queue.committed()).isEmpty();
    }

    @Test
    void outcomeOfAnAttemptThatEndedJustBeforeItsPartitionWasLostIsNotPublished() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        worker.endAll();
        worker.lose();
        worker.settle();
        assertThat(queue.committed()).isEmpty();
        FakeWorker next = worker();
        next.endAll();
        next.settle();
        assertThat(results()).containsExactly(key("a").toString());
        assertThat(queue.outcomes())
                .as("it was claimed, so the collector decides")
                .isEmpty();
    }

    @Test
    void attemptThatEndedJustBeforeAHandOverIsCommittedWithIt() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        worker.endAll();
        worker.revoke();
        assertThat(queue.settled()).containsExactly(key("a").toString());
        assertThat(queue.outcomes()).containsExactly(key("a").toString());
        assertThat(claims()).isEmpty();
        assertThat(worker().running).isEmpty();
    }

    private List<String> decided(Task task, AttemptEnding ending) {
        FakeWorker worker = worker();
        submit(task);
        worker.settle();
        worker.running.forEach(attempt -> assertThat(attempt.claim()).isEqualTo(Attempt.Claim.NONE));
        worker.end(worker.running.get(0), ending);
        worker.settle();
        assertThat(results()).hasSize(1);
        assertThat(queue.settled()).as("both or none").isEqualTo(queue.outcomes());
        return queue.outcomes();
    }

    @Test
    void plainSuccessIsSettledInTheTransactionOfItsResult() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        clock.advance(Duration.ofMillis(1_500));
        RawJson data = RawJson.parse("{\"rows\":[1,2,\"drei\"]}");
        worker.end(worker.running.get(0), AttemptEnding.succeeded(data));
        worker.settle();
        int home = key("a").home(TestTasks.PARTITIONS);
        assertThat(queue.committed())
                .extracting(OutgoingRecord::topic, OutgoingRecord::partition, record -> FakeQueue.text(record.key()))
                .containsExactly(
                        tuple(NAMES.results(), home, key("a").toString()),
                        tuple(NAMES.outcomes(), home, key("a").toString()));
        Result result = Kind.RESULT.decode(
                Objects.requireNonNull(queue.committed().get(0).value()));
        assertThat(result.status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(result.data()).isEqualTo(data);
        assertThat(result.position()).isEqualTo(new TaskPosition(NORMAL, home, 0));
        assertThat(result.times().finished()).isEqualTo(NOW.plusMillis(1_500));
        Outcome outcome = Kind.OUTCOME.decode(
                Objects.requireNonNull(queue.committed().get(1).value()));
        assertThat(outcome).isEqualTo(Outcome.succeeded(result, NOW.plusMillis(1_500)));
        assertThat(queue.commits()).as("the mark, and the end").isEqualTo(2);
    }

    @Test
    void routedTaskThatSucceedsIsSettledToo() {
        FakeWorker worker = worker();
        route(task("a"));
        worker.settle();
        worker.endAll();
        worker.settle();
        assertThat(queue.settled()).containsExactly(key("a").toString());
        assertThat(queue.outcomes()).containsExactly(key("a").toString());
    }

    @Test
    void failedAttemptIsLeftToTheCollector() {
        assertThat(decided(task("a"), AttemptEnding.failed("NOPE", "no", null, true)))
                .isEmpty();
    }

    @Test
    void successWhoseDataCannotBeSentIsAFailureAndLeftToTheCollector() {
        AttemptEnding huge = AttemptEnding.succeeded(RawJson.parse('"' + "x".repeat(70_000) + '"'));
        assertThat(decided(task("a"), huge)).isEmpty();
        assertThat(lastStatus()).isEqualTo(ResultStatus.FAILED);
    }

    @Test
    void successOfASubExecutionIsLeftToTheCollector() {
        Task part = task("a").withKey(key("a").subExecution(2));
        assertThat(decided(part, AttemptEnding.succeeded(null))).isEmpty();
    }

    @Test
    void successOfWhatWasClaimedIsLeftToTheCollector() {
        FakeWorker worker = worker();
        submit(task("once").withWork(task("once").work().withIfWorkerDies(IfWorkerDies.FAIL)));
        submit(task("long"));
        worker.settle();
        clock.advance(Duration.ofSeconds(10));
        worker.settle();
        assertThat(claims()).hasSize(2);
        worker.endAll();
        worker.settle();
        assertThat(results()).hasSize(2);
        assertThat(queue.settled()).isEmpty();
        assertThat(queue.outcomes()).isEmpty();
    }

    @Test
    void successOfWhatTheCollectorReleasedIsLeftToIt() {
        FakeWorker worker = new FakeWorker(queue, clock, config);
        List<InputPartition> both = new ArrayList<>(ALL);
        ALL.forEach(partition -> both.add(new InputPartition(NAMES.released("default"), partition.number())));
        worker.assign(both);
        worker.settle();
        List<Task> released = List.of(
                task("due"), task("retry").nextAttempt(NOW), task("again").redelivered());
        for (Task task : released) {
            int home = Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS);
            InputPartition source = new InputPartition(NAMES.released("default"), home);
            queue.append(arrival(source, queue.end(source), Kind.TASK.encode(task)));
        }
        worker.settle();
        assertThat(worker.running).hasSize(3);
        worker.endAll();
        worker.settle();
        assertThat(results())
                .containsExactlyInAnyOrder(
                        key("due").toString(),
                        key("retry").toString(),
                        key("again").toString());
        assertThat(queue.settled()).isEmpty();
        assertThat(queue.outcomes()).isEmpty();
    }

    @Test
    void cancelledWorkIsLeftToTheCollector() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        worker.flow().cancel(key("a").toString(), NOW);
        worker.endAll();
        worker.settle();
        assertThat(lastStatus()).isEqualTo(ResultStatus.CANCELLED);
        assertThat(results()).hasSize(1);
        assertThat(queue.outcomes()).isEmpty();
    }

    @Test
    void returnedHandlerIsFollowedByTheNextAttemptWithoutARound() {
        FakeWorker worker = worker();
        IntStream.range(0, 12).forEach(number -> submit(task("a" + number)));
        worker.settle();
        assertThat(worker.running).hasSize(10);
        worker.end(worker.running.get(0), AttemptEnding.succeeded(null));
        worker.end(worker.running.get(0), AttemptEnding.succeeded(null));
        assertThat(worker.running).hasSize(10);
        worker.controlIsCaughtUp(false);
        worker.end(worker.running.get(0), AttemptEnding.succeeded(null));
        assertThat(worker.running).hasSize(9);
    }

    /** A worker whose tasks may take no more than a megabyte. */
    private FakeWorker workerOfOneMegabyte() {
        WorkerConfig d = WorkerConfig.defaults();
        FakeWorker worker = new FakeWorker(
                queue, clock, WorkerConfigBuilder.builder(d).bufferMegabytes(1).build());
        worker.assign(ALL);
        worker.settle();
        return worker;
    }

    /** Tasks that lie in one partition, so that a poll brings no more than {@link FakeWorker#POLL}. */
    private List<Task> tasksOfOnePartition(int count, RawJson payload) {
        return IntStream.range(0, Integer.MAX_VALUE)
                .mapToObj(n -> task("t" + n))
                .filter(task -> Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS) == 0)
                .limit(count)
                .map(task -> task.withWork(Work.of("code", payload)))
                .toList();
    }

    @Test
    void noMoreIsFetchedThanTheBufferHoldsInBytes() {
        FakeWorker worker = workerOfOneMegabyte();
        RawJson large = RawJson.parse('"' + "x".repeat(Limits.PAYLOAD_BYTES - 2) + '"');
        tasksOfOnePartition(20, large).forEach(this::submit);
        worker.settle();
        assertThat(worker.running).hasSize(FakeWorker.POLL);
        assertThat(worker.flow().scheduler().bytes())
                .isBetween(FakeWorker.POLL * 262_144L, (FakeWorker.POLL + 1) * 262_144L);
        assertThat(queue.stored(ZERO).end()).isLessThanOrEqualTo(FakeWorker.POLL);
        int ended = 0;
        while (worker.flow().scheduler().bytes() >= 1_048_576) {
            worker.settle();
            assertThat(worker.running).as("still full").hasSize(FakeWorker.POLL - ended);
            worker.end(worker.running.get(0), AttemptEnding.succeeded(null));
            ended++;
        }
        assertThat(ended).isEqualTo(FakeWorker.POLL - 3);
        worker.settle();
        assertThat(worker.running).as("freed: one poll more").hasSize(3 + FakeWorker.POLL);
        for (int rounds = 0; rounds < 20; rounds++) {
            worker.endAll();
            worker.settle();
        }
        assertThat(results()).hasSize(20);
        assertThat(queue.outcomes()).hasSize(20);
        assertThat(worker.flow().scheduler().bytes()).isZero();
        assertThat(worker.settlements().uncommittedBytes()).isZero();
    }

    @Test
    void resultsThatAreNotKnownToBeCommittedCountAsBytesToo() {
        FakeWorker worker = workerOfOneMegabyte();
        List<Task> tasks = tasksOfOnePartition(20, RawJson.NULL);
        tasks.subList(0, 10).forEach(this::submit);
        worker.settle();
        assertThat(worker.running).hasSize(10);
        worker.answersComeLate = true;
        RawJson large = RawJson.parse('"' + "x".repeat(Limits.RESULT_DATA_BYTES - 2) + '"');
        List.copyOf(worker.running).forEach(attempt -> worker.end(attempt, AttemptEnding.succeeded(large)));
        worker.round();
        assertThat(results()).as("they stand, but the worker does not know").hasSize(10);
        assertThat(worker.settlements().uncommittedBytes()).isGreaterThan(20 * 65_536L);
        tasks.subList(10, 20).forEach(this::submit);
        worker.settle();
        assertThat(worker.running).isEmpty();
        worker.answer();
        worker.settle();
        assertThat(worker.running).hasSize(10);
    }

    /**
     * A handler returns while its claim is being committed, on two threads: in either order, the end is written once.
     */
    @Test
    void endOfAnAttemptWhoseClaimIsOnItsWayIsWrittenOnce() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        FakeWorker worker = worker();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        int rounds = 5_000;
        try {
            for (int round = 0; round < rounds; round++) {
                submit(task("t" + round));
                while (worker.running.isEmpty()) {
                    worker.round();
                }
                clock.advance(Duration.ofSeconds(10));
                worker.answersComeLate = true;
                worker.round();
                endWhileTheClaimIsHeardOf(worker, thread, random);
            }
        } finally {
            thread.shutdownNow();
        }
        worker.settle();
        assertThat(claims()).as("seed " + seed).hasSize(rounds);
        assertThat(results()).as("seed " + seed).hasSize(rounds).doesNotHaveDuplicates();
        assertThat(queue.outcomes()).as("what was claimed is the collector's").isEmpty();
        assertThat(worker.flow().homesOfClaims()).as("seed " + seed).isEmpty();
        assertThat(worker.defects).as("seed " + seed).isEmpty();
    }

    private static void endWhileTheClaimIsHeardOf(FakeWorker worker, ExecutorService thread, Random random)
            throws Exception {
        Attempt attempt = worker.running.remove(0);
        AtomicInteger here = new AtomicInteger();
        int later = random.nextInt(200);
        int laterThere = random.nextInt(200);
        Future<?> end = thread.submit(() -> {
            meet(here, later);
            worker.flow().returned(attempt, AttemptEnding.succeeded(null));
        });
        meet(here, laterThere);
        worker.answer();
        worker.round();
        end.get();
        worker.round();
    }

    /** Goes on when two threads are here, and after this many turns. */
    private static void meet(AtomicInteger here, int turns) {
        here.incrementAndGet();
        while (here.get() < 2) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void runningAttemptIsClaimedWhenItsPartitionGoesAndEndsWhereItRan() {
        FakeWorker first = worker();
        submit(task("a"));
        first.settle();
        first.revoke();
        assertThat(claims()).containsExactly(key("a").toString());
        FakeWorker second = new FakeWorker(queue, clock, config);
        second.assign(ALL);
        second.settle();
        assertThat(second.running).isEmpty();
        first.endAll();
        first.settle();
        assertThat(results()).hasSize(1);
        assertThat(FakeQueue.header(queue.committed().get(queue.committed().size() - 1), Headers.CLAIMED))
                .isNotEmpty();
    }

    @Test
    void whatADeadWorkerMayHaveStartedIsClaimedBeforeItRunsAgain() {
        FakeWorker dead = worker();
        submit(task("a"));
        dead.settle();
        FakeWorker second = worker();
        assertThat(second.running).hasSize(1);
        assertThat(claims()).containsExactly(key("a").toString());
        submit(task("b"));
        second.endAll();
        second.settle();
        second.endAll();
        second.settle();
        assertThat(results()).containsExactlyInAnyOrder(key("a").toString(), key("b").toString());
    }

    @Test
    void ofADeadWorkersPartitionNoMoreIsFetchedThanIsSoonClaimed() {
        WorkerConfig wide = WorkerConfig.defaults().withSlots(10, 1_000);
        FakeWorker dead = new FakeWorker(queue, clock, wide);
        dead.assign(ALL);
        submitToZero(500, null);
        dead.settle();
        dead.settle();
        assertThat(queue.stored(ZERO).mayHaveFetched()).isGreaterThanOrEqualTo(500);

        FakeWorker second = new FakeWorker(queue, clock, wide);
        second.assign(ALL);
        second.settle();
        assertThat(second.flow().scheduler().unfinished())
                .as("the others of its partitions need the room as well")
                .isLessThan(150);
        for (int i = 0; i < 100; i++) {
            second.endAll();
            second.settle();
        }
        assertThat(claims()).hasSize(500).doesNotHaveDuplicates();
        assertThat(results()).hasSize(500).doesNotHaveDuplicates();
    }

    @Test
    void successorIsToldToExpectFewMoreThanThereAre() {
        submitToZero(2_300, NOW.plusSeconds(30));
        FakeWorker worker = new FakeWorker(queue, clock, WorkerConfig.defaults());
        worker.assign(ALL);
        for (int i = 0; i < 100; i++) {
            worker.round();
            assertThat(queue.stored(ZERO).mayHaveFetched())
                    .isLessThanOrEqualTo(worker.flow().scheduler().held() + 1_000);
        }
        assertThat(worker.flow().scheduler().held())
                .as("no task is kept out by that")
                .isEqualTo(2_300);
    }

    @Test
    void waitingTasksAreLeftToTheNextOwnerWithoutAWord() {
        FakeWorker first = worker();
        submit(task("later").withTimes(NOW.plusSeconds(30), null));
        first.settle();
        first.revoke();
        FakeWorker second = worker();
        clock.advance(Duration.ofSeconds(30));
        second.settle();
        assertThat(second.running).hasSize(1);
        assertThat(claims()).isEmpty();
    }

    @Test
    void claimedAttemptThatEndedWhileItsClaimWasInDoubtIsReportedAsClaimed() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        clock.advance(Duration.ofSeconds(10));
        queue.nextCommit(Trouble.ANSWER_LOST);
        worker.round();
        worker.endAll();
        worker.settle();
        assertThat(claims()).hasSize(1);
        assertThat(results()).hasSize(1);
        assertThat(FakeQueue.header(queue.committed().get(queue.committed().size() - 1), Headers.CLAIMED))
                .isNotEmpty();
    }

    @Test
    void claimThatStandsThoughItsAttemptWasDroppedIsHandedBack() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        clock.advance(Duration.ofSeconds(10));
        queue.nextCommit(Trouble.ANSWER_LOST);
        worker.round();
        worker.lose();
        assertThat(worker.interrupted).containsExactly("a");
        worker.assign(ALL);
        worker.settle();
        assertThat(claims()).hasSize(1);
        assertThat(results()).containsExactly(key("a").toString());
        assertThat(lastStatus()).isEqualTo(ResultStatus.HANDED_BACK);
        assertThat(FakeQueue.header(queue.committed().get(queue.committed().size() - 1), Headers.CLAIMED))
                .isNotEmpty();
        assertThat(worker.flow().homesOfClaims()).isEmpty();
    }

    @Test
    void claimThatIsHeardOfAfterItsPartitionWentIsHandedBackOrEndsAsItDid() {
        FakeWorker worker = worker();
        submit(task("a"));
        submit(task("b"));
        worker.settle();
        clock.advance(Duration.ofSeconds(10));
        worker.answersComeLate = true;
        worker.round();
        Attempt second = worker.running.stream()
                .filter(attempt -> attempt.key().equals(key("b")))
                .findFirst()
                .orElseThrow();
        worker.end(second, AttemptEnding.succeeded(null));
        worker.round();
        worker.lose();
        worker.answer();
        worker.settle();
        assertThat(claims()).hasSize(2);
        assertThat(queue.committed().stream()
                        .filter(record ->
                                !FakeQueue.header(record, Headers.CLAIMED).isEmpty())
                        .map(record -> Kind.RESULT.decode(Objects.requireNonNull(record.value())))
                        .map(result -> result.key().taskId() + " " + result.status()))
                .containsExactlyInAnyOrder("a HANDED_BACK", "b SUCCEEDED");
    }

    @Test
    void partitionsAreGivenUpThoughTheHandOverFails() {
        FakeWorker worker = worker();
        submit(task("a"));
        worker.settle();
        queue.nextCommit(Trouble.ANSWER_LOST);
        worker.groupIsSilent = true;
        assertThatThrownBy(worker::revoke).isInstanceOf(IllegalStateException.class);
        worker.groupIsSilent = false;
        worker.settle();
        assertThat(worker.running).hasSize(1);
        assertThat(worker.interrupted).containsExactly("a");
    }

    @Test
    void whatWaitsForItsInstantIsWithinWhatASuccessorIsToldToExpect() {
        FakeWorker worker = new FakeWorker(queue, clock, WorkerConfig.defaults());
        worker.assign(ALL);
        int tasks = 0;
        for (int i = 0; tasks < 1_500; i++) {
            Task task = task("t" + i).withTimes(NOW.plusSeconds(30).plusMillis(1_500 - tasks), null);
            if (Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS) == 0) {
                submit(task);
                tasks++;
            }
        }
        for (int i = 0; i < 20; i++) {
            worker.settle();
            assertThat(queue.stored(ZERO).mayHaveFetched())
                    .isGreaterThanOrEqualTo(worker.flow().scheduler().held());
        }
        assertThat(worker.flow().scheduler().held()).isEqualTo(1_500);
        clock.advance(Duration.ofSeconds(31).plusMillis(500));
        FakeWorker second = new FakeWorker(queue, clock, WorkerConfig.defaults());
        second.assign(ALL);
        for (int i = 0; i < 20; i++) {
            second.settle();
        }
        assertThat(second.running).isNotEmpty().allSatisfy(attempt -> assertThat(attempt.claim())
                .isEqualTo(Attempt.Claim.HELD));
    }

    @Test
    void whatIsNotSupportedIsNotTriedAgain() {
        FakeWorker worker = worker();
        Task plain = task("a");
        String parts = new String(Kind.TASK.encode(plain), StandardCharsets.UTF_8)
                .replaceFirst("\\{", "{\"shards\":{\"count\":2},");
        int home = key("a").home(TestTasks.PARTITIONS);
        queue.append(arrival(new InputPartition(NORMAL, home), 0, parts.getBytes(StandardCharsets.UTF_8)));
        worker.settle();
        assertThat(lastStatus()).isEqualTo(ResultStatus.FAILED);
        OutgoingRecord last = queue.committed().get(queue.committed().size() - 1);
        Task task = Objects.requireNonNull(
                Kind.RESULT.decode(Objects.requireNonNull(last.value())).task());
        assertThat(task.work().retry().giveUpOn()).containsExactly("NOT_SUPPORTED_YET");
    }

    @Test
    void attemptThatWasDroppedIsNoRepeatWhereverItComesFromNext() {
        FakeWorker worker = worker();
        Task later = task("later").withTimes(NOW.plusSeconds(59), null);
        submit(later);
        worker.settle();
        worker.lose();
        assertThat(worker.flow().isDuplicate(key("later"), later, arrival(later, 7)))
                .isFalse();
    }

    @Test
    void secondRecordOfAnAttemptIsNotRun() {
        FakeWorker worker = worker();
        submit(task("a"));
        submit(task("a"));
        worker.settle();
        worker.endAll();
        worker.settle();
        assertThat(results()).hasSize(1);
        assertThat(queue.committed()).anyMatch(record -> record.topic().equals(NAMES.events()));
    }

    @Test
    void cancelledTaskIsAnsweredWhetherItWaitsOrRuns() {
        FakeWorker worker = worker();
        worker.flow().cancel(key("before").toString(), NOW);
        submit(task("before"));
        worker.settle();
        assertThat(worker.running).isEmpty();
        assertThat(lastStatus()).isEqualTo(ResultStatus.CANCELLED);
        submit(task("running"));
        worker.settle();
        worker.flow().cancel(key("running").toString(), NOW);
        worker.settle();
        assertThat(worker.interrupted).containsExactly("running");
        assertThat(results()).hasSize(2);
    }

    @Test
    void poisonMovesAsideAndTheRestGoesOn() {
        FakeWorker worker = worker();
        queue.append(arrival(ZERO, 0, "{garbage".getBytes(StandardCharsets.UTF_8)));
        worker.settle();
        assertThat(queue.committed()).hasSize(1).allSatisfy(record -> {
            assertThat(record.topic()).isEqualTo(NAMES.deadLetters());
            assertThat(FakeQueue.header(record, Headers.CAUSE)).isEqualTo("BAD_JSON");
            assertThat(FakeQueue.header(record, Headers.ORIGIN_OFFSET)).isEqualTo("0");
        });
        assertThat(queue.stored(ZERO).position()).isEqualTo(1);
    }

    @Test
    void noMoreIsFetchedThanTheBufferHolds() {
        FakeWorker worker = worker();
        for (int i = 0; i < 500; i++) {
            submit(task("t" + i));
        }
        worker.settle();
        assertThat(worker.running).hasSize(10);
        assertThat(worker.flow().scheduler().unfinished()).isLessThan(50 + 7 * 4 + 1);
    }

    /** Owners that crash, lose partitions and meet broken commits: every task ends exactly once, or was claimed. */
    @Test
    void everyTaskEndsOnceWhateverHappensToItsOwners() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int settled = 0;
        for (int round = 0; round < 60; round++) {
            settled += new WorkerLoopTest().chaos(random, round % 2 == 0, "seed " + seed + " round " + round);
        }
        assertThat(settled).as("seed " + seed).isPositive();
    }

    /** How many executions were settled. */
    private int chaos(Random random, boolean mayKill, String name) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            submit(task("t" + i));
            keys.add(key("t" + i).toString());
        }
        List<FakeWorker> former = new ArrayList<>();
        FakeWorker owner = worker();
        int answersLost = 0;
        for (int step = 0; step < 300; step++) {
            int what = random.nextInt(100);
            if (what < 3 && mayKill) {
                owner = worker(); // The former one was killed.
            } else if (what < 6) {
                if (random.nextBoolean()) {
                    owner.revoke();
                } else {
                    owner.lose();
                }
                former.add(owner);
                owner = worker();
            } else if (what < 15) {
                boolean refused = random.nextBoolean();
                answersLost += refused ? 0 : 1;
                queue.nextCommit(refused ? Trouble.REFUSED : Trouble.ANSWER_LOST);
            } else if (what < 60 && !owner.running.isEmpty()) {
                owner.end(owner.running.get(random.nextInt(owner.running.size())), AttemptEnding.succeeded(null));
            } else if (what < 65) {
                clock.advance(Duration.ofSeconds(random.nextInt(6)));
            }
            owner.round();
        }
        former.add(owner);
        for (int rounds = 0; rounds < 50; rounds++) {
            former.forEach(FakeWorker::endAll);
            former.forEach(FakeWorker::settle);
        }
        Map<String, Integer> ends = new HashMap<>();
        results().forEach(key -> ends.merge(key, 1, Integer::sum));
        Map<String, Integer> claimed = new HashMap<>();
        claims().forEach(key -> claimed.merge(key, 1, Integer::sum));
        List<String> outcomes = queue.outcomes();
        int repeats = answersLost;
        assertThat(keys).as(name).allSatisfy(key -> {
            // The end of a claimed attempt has no offset that shows whether it was committed: it is sent again after
            // each lost answer.
            assertThat(ends.getOrDefault(key, 0))
                    .as(key)
                    .isLessThanOrEqualTo(claimed.containsKey(key) ? 1 + repeats : 1);
            assertThat(ends.containsKey(key) || (mayKill && claimed.containsKey(key)))
                    .as(key)
                    .isTrue();
            assertThat(claimed.getOrDefault(key, 0)).as("claims of " + key).isLessThanOrEqualTo(1);
            if (outcomes.contains(key)) {
                assertThat(ends.get(key))
                        .as("results of what was settled, " + key)
                        .isEqualTo(1);
                assertThat(claimed).as("what was claimed is not settled").doesNotContainKey(key);
            }
        });
        assertThat(outcomes).as(name).doesNotHaveDuplicates().isEqualTo(queue.settled());
        return outcomes.size();
    }

    private InputPartition awayFromHome(Task task) {
        int home = Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS);
        return new InputPartition(NORMAL, (home + 1) % TestTasks.PARTITIONS);
    }

    /** A task that a strategy has sent to a partition that is not its home. */
    private void route(Task task) {
        InputPartition elsewhere = awayFromHome(task);
        queue.append(new PolledRecord(
                elsewhere,
                queue.end(elsewhere),
                NOW,
                null,
                Kind.TASK.encode(task),
                List.of(PolledRecord.Header.of(Headers.ROUTED, "least-tasks"))));
    }

    @Test
    void aRoutedTaskRunsWhereItLiesAndItsResultGoesHome() {
        FakeWorker worker = worker();
        route(task("a"));
        worker.settle();
        assertThat(worker.flow().routed()).isEqualTo(1);
        worker.endAll();
        worker.settle();
        assertThat(results()).containsExactly(key("a").toString());
        assertThat(queue.committed())
                .extracting(OutgoingRecord::topic)
                .containsExactly(NAMES.results(), NAMES.outcomes());
        assertThat(queue.committed())
                .extracting(OutgoingRecord::partition)
                .containsOnly(key("a").home(TestTasks.PARTITIONS));
        assertThat(queue.stored(awayFromHome(task("a"))).position()).isEqualTo(1);
    }

    @Test
    void aRoutedTaskAndItsCopyAtHomeRunOnceInOneWorker() {
        FakeWorker worker = worker();
        route(task("a"));
        submit(task("a"));
        worker.settle();
        assertThat(worker.running).hasSize(1);
        worker.endAll();
        worker.settle();
        assertThat(results()).hasSize(1);
    }

    @Test
    void aRoutedTaskWhoseWorkerDiesRunsAgainWhereItLies() {
        FakeWorker dead = worker();
        route(task("a"));
        dead.settle();
        FakeWorker next = worker();
        next.settle();
        assertThat(next.running).hasSize(1);
        next.endAll();
        next.settle();
        assertThat(results()).containsExactly(key("a").toString());
    }
}
