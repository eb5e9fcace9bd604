package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.arrival;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.worker.FakeQueue.Trouble;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tasks that wait in a worker for their instant, more than it can hold. */
final class HeldOverflowTest {
    private static final List<InputPartition> ALL = IntStream.range(0, TestTasks.PARTITIONS)
            .mapToObj(number -> new InputPartition(NORMAL, number))
            .toList();
    private static final Instant SOON = NOW.plusSeconds(30);

    private final FakeQueue queue = new FakeQueue();
    private final ManualClock clock = new ManualClock(NOW);
    private int submitted;

    private FakeWorker worker(int hold) {
        FakeWorker worker = new FakeWorker(
                queue,
                clock,
                WorkerConfigBuilder.builder(WorkerConfig.defaults()).hold(hold).build());
        worker.assign(ALL);
        settle(worker);
        return worker;
    }

    /** Commits are paced, so time passes. */
    private void settle(FakeWorker worker) {
        for (int i = 0; i < 40; i++) {
            worker.settle();
            clock.advance(Duration.ofMillis(30));
        }
    }

    /** Tasks that go to one partition, each due a millisecond after the one before. */
    private void submit(int count, int number) {
        for (int i = 0; i < count; submitted++) {
            Task task = task("t" + submitted).withTimes(SOON.plusMillis(submitted), null);
            if (Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS) == number) {
                queue.append(arrival(task, queue.end(ALL.get(number))));
                i++;
            }
        }
    }

    private void submitDue(String taskId) {
        Task task = task(taskId);
        int home = Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS);
        queue.append(arrival(task, queue.end(ALL.get(home))));
    }

    private List<Task> delayed() {
        return queue.committed().stream()
                .filter(record -> record.topic().equals(NAMES.delayed()))
                .map(record -> Kind.TASK.decode(Objects.requireNonNull(record.value())))
                .toList();
    }

    private static List<String> running(FakeWorker worker) {
        return worker.running.stream().map(attempt -> attempt.key().taskId()).toList();
    }

    @Test
    void aPartitionWithManyOfThemStillBringsWhatIsDue() {
        FakeWorker worker = worker(10_000);
        submit(4_000, 0);
        String due = IntStream.range(0, 100)
                .mapToObj(i -> "due" + i)
                .filter(id -> Objects.requireNonNull(task(id).key()).home(TestTasks.PARTITIONS) == 0)
                .findFirst()
                .orElseThrow();
        submitDue(due);
        settle(worker);
        assertThat(running(worker)).containsExactly(due);
        assertEachIsHeldOrDelayedOnce(worker, 4_000);
    }

    @Test
    void anAmountThatFillsTheWorkerLeavesRoomForWhatIsDueInAnyPartition() {
        FakeWorker worker = worker(1_000);
        IntStream.range(0, 4).forEach(number -> submit(600, number));
        IntStream.range(0, 8).forEach(number -> submitDue("due" + number));
        settle(worker);
        assertThat(worker.running).hasSize(8);
        assertEachIsHeldOrDelayedOnce(worker, 2_400);
    }

    private void assertEachIsHeldOrDelayedOnce(FakeWorker worker, int all) {
        List<Task> delayed = delayed();
        assertThat(delayed).extracting(Task::key).doesNotHaveDuplicates().isNotEmpty();
        assertThat(worker.flow().scheduler().held() + delayed.size()).isEqualTo(all);
        assertThat(delayed).allSatisfy(task -> {
            assertThat(task.notBefore()).isAfterOrEqualTo(SOON);
            assertThat(task.attempt()).isEqualTo(1);
            assertThat(task.deadline()).isNotNull();
        });
    }

    @Test
    void thoseThatAreDueFirstStayAndStartOnTheirInstant() {
        FakeWorker worker = worker(100);
        submit(100, 0);
        settle(worker);
        List<Instant> moved = delayed().stream()
                .map(Task::notBefore)
                .map(Objects::requireNonNull)
                .toList();
        assertThat(moved).hasSize(25);
        clock.advance(Duration.ofSeconds(60));
        List<Instant> ran = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            settle(worker);
            worker.running.forEach(attempt -> ran.add(attempt.notBefore()));
            worker.endAll();
        }
        assertThat(ran).hasSize(75).allSatisfy(instant -> assertThat(moved).allMatch(instant::isBefore));
    }

    @Test
    void oneThatComesBackIsNoRepeat() {
        FakeWorker worker = worker(100);
        submit(100, 0);
        settle(worker);
        Task back = delayed().get(0);
        assertThat(worker.flow()
                        .isDuplicate(Objects.requireNonNull(back.key()), back, arrival(back, queue.end(ALL.get(0)))))
                .isFalse();
    }

    @Test
    void whatIsMovedIsMovedOnceThoughItsCommitFails() {
        FakeWorker worker = worker(100);
        submit(100, 0);
        queue.nextCommit(Trouble.REFUSED);
        settle(worker);
        assertThat(delayed()).hasSize(25).extracting(Task::key).doesNotHaveDuplicates();
        submit(60, 0);
        settle(worker);
        assertEachIsHeldOrDelayedOnce(worker, 160);
    }
}
