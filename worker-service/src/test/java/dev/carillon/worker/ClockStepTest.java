package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.arrival;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Work;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wall clock of the worker's machine steps by an hour: nothing ends, is repeated or is forgotten by that. */
final class ClockStepTest {
    private static final List<InputPartition> ALL = IntStream.range(0, TestTasks.PARTITIONS)
            .mapToObj(number -> new InputPartition(NORMAL, number))
            .toList();
    private static final int SLOTS = 10;
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final FakeQueue queue = new FakeQueue();
    private final ManualClock clock = new ManualClock(NOW);
    private final FakeWorker worker =
            new FakeWorker(queue, clock, WorkerConfig.defaults().withSlots(SLOTS, 50));

    ClockStepTest() {
        worker.assign(ALL);
        worker.settle();
    }

    private void submit(Task task) {
        InputPartition home = ALL.get(Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS));
        queue.append(arrival(task, queue.end(home)));
    }

    private void steps(int hours) {
        clock.set(clock.instant().plus(Duration.ofHours(hours)));
        worker.settle();
    }

    private List<String> running() {
        return worker.running.stream().map(attempt -> attempt.key().taskId()).toList();
    }

    private List<Result> results() {
        return queue.committed().stream()
                .filter(record -> record.topic().equals(NAMES.results()))
                .map(OutgoingRecord::value)
                .map(value -> Kind.RESULT.decode(Objects.requireNonNull(value)))
                .filter(result -> result.status() != ResultStatus.STARTED)
                .toList();
    }

    private static Task patient(String taskId) {
        Work work = task(taskId).work().withTimeout(TIMEOUT);
        return task(taskId).withWork(work);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void anAttemptTimesOutAfterItsTimeoutAndNotEarlierOrLater(int hours) {
        submit(patient("a"));
        worker.settle();
        assertThat(running()).containsExactly("a");

        steps(hours);
        clock.advance(TIMEOUT.minusMillis(1));
        worker.settle();
        assertThat(results()).isEmpty();
        assertThat(worker.interrupted).isEmpty();

        clock.advance(Duration.ofMillis(1));
        worker.settle();
        assertThat(worker.interrupted).containsExactly("a");
        assertThat(results()).singleElement().satisfies(result -> {
            assertThat(result.status()).isEqualTo(ResultStatus.TIMED_OUT);
            assertThat(result.times().started()).isEqualTo(NOW);
            assertThat(result.times().finished()).isEqualTo(NOW.plus(TIMEOUT));
        });
    }

    @Test
    void aReadyTaskDoesNotExpireAndRunsOnceTheClockIsRightAgain() {
        IntStream.range(0, SLOTS).forEach(slot -> submit(task("slot" + slot)));
        worker.settle();
        submit(task("nearer").withTimes(null, NOW.plus(Duration.ofMinutes(30))));
        worker.settle();
        assertThat(worker.running).hasSize(SLOTS);

        steps(1);
        worker.endAll();
        worker.settle();
        assertThat(running()).isEmpty();

        steps(-1);
        assertThat(running()).containsExactly("nearer");
        assertThat(results()).extracting(Result::status).containsOnly(ResultStatus.SUCCEEDED);
    }

    @Test
    void aTaskThatIsFetchedWhileTheClockIsAheadDoesNotExpire() {
        steps(1);
        submit(task("nearer").withTimes(null, NOW.plus(Duration.ofMinutes(30))));
        submit(task("usual"));
        worker.settle();
        assertThat(results()).isEmpty();
        assertThat(running()).as("its deadline is days away").containsExactly("usual");

        steps(-1);
        assertThat(running()).containsExactlyInAnyOrder("usual", "nearer");
    }

    @Test
    void aTaskExpiresOnceTheBrokersAgreeThatItIsLater() {
        steps(1);
        submit(task("nearer").withTimes(null, NOW.plus(Duration.ofMinutes(30))));
        worker.settle();
        assertThat(results()).isEmpty();

        worker.compareClocks(clock.instant());
        worker.settle();
        assertThat(results()).extracting(Result::status).containsExactly(ResultStatus.EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1, 100, -100})
    void aRepeatIsStillKnown(int hours) {
        submit(task("a"));
        worker.settle();
        worker.endAll();
        worker.settle();
        assertThat(results()).hasSize(1);

        steps(hours);
        submit(task("a"));
        worker.settle();
        assertThat(running()).isEmpty();
        assertThat(results()).hasSize(1);
        assertThat(queue.committed()).extracting(OutgoingRecord::topic).contains(NAMES.events());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void workThatIsNotDueAtAnInstantRunsAtOnce(int hours) {
        steps(hours);
        submit(task("a"));
        worker.settle();
        assertThat(running()).containsExactly("a");
        assertThat(queue.committed()).extracting(OutgoingRecord::topic).doesNotContain(NAMES.delayed());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void workThatIsDueAtAnInstantWaitsUntilTheClockIsRight(int hours) {
        Instant due = NOW.plusSeconds(30);
        submit(task("held").withTimes(due, null));
        worker.settle();
        steps(hours);
        submit(task("fetched").withTimes(due, null));
        worker.settle();
        clock.advance(Duration.ofSeconds(40));
        worker.settle();
        assertThat(running()).isEmpty();

        steps(-hours);
        assertThat(running()).containsExactlyInAnyOrder("held", "fetched");
    }

    /** A poll may wait for half a second, or for seconds while partitions are handed over. */
    @Test
    void recordsOfAPollDuringWhichCommandsBecameUnreadableDoNotStart() {
        IntStream.range(0, 300).forEach(number -> {
            submit(task("short" + number));
            worker.settle();
            worker.endAll();
        });
        worker.settle();
        submit(task("a"));
        worker.duringPoll = () -> worker.controlIsCaughtUp(false);
        worker.round();
        assertThat(running()).as("it might have been cancelled meanwhile").isEmpty();

        worker.duringPoll = () -> {};
        worker.controlIsCaughtUp(true);
        worker.settle();
        assertThat(running()).containsExactly("a");
    }

    @Test
    void aHandlerIsToldTheTimeThatIsReallyLeft() {
        submit(patient("a"));
        worker.settle();
        Attempt attempt = worker.running.get(0);
        steps(1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(worker.remaining(attempt)).isEqualTo(Duration.ofMinutes(4));
    }
}
