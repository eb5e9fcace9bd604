package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.arrival;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Priority;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Urgent work behind a backlog of low work. */
final class PrioritiesTest {
    private static final List<String> TOPICS = Stream.concat(
                    Arrays.stream(Priority.values()).map(priority -> NAMES.tasks("default", priority)),
                    Stream.of(NAMES.released("default")))
            .toList();
    private static final int SLOTS = 10;

    private final FakeQueue queue = new FakeQueue();
    private final ManualClock clock = new ManualClock(NOW);
    private final FakeWorker worker =
            new FakeWorker(queue, clock, WorkerConfig.defaults().withSlots(SLOTS, 100), TOPICS);

    PrioritiesTest() {
        worker.assign(TOPICS.stream()
                .flatMap(topic -> Stream.of(0, 1, 2, 3).map(number -> new InputPartition(topic, number)))
                .toList());
        worker.settle();
    }

    private void submit(Priority priority, String taskId) {
        Task task = task(taskId);
        int home = Objects.requireNonNull(task.key()).home(TestTasks.PARTITIONS);
        InputPartition id = new InputPartition(NAMES.tasks("default", priority), home);
        queue.append(arrival(id, queue.end(id), Kind.TASK.encode(task)));
    }

    private List<String> running() {
        return worker.running.stream().map(attempt -> attempt.key().taskId()).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {150, 10_000})
    void anUrgentTaskIsTheNextToStartHoweverManyLowOnesWait(int low) {
        for (int i = 0; i < low; i++) {
            submit(Priority.LOW, "low" + i);
        }
        worker.settle();
        submit(Priority.URGENT, "urgent");
        worker.settle();
        assertThat(worker.running).hasSize(SLOTS);
        clock.advance(Duration.ofSeconds(1));
        worker.end(worker.running.get(0), AttemptEnding.succeeded(null));
        assertThat(running()).contains("urgent");
    }

    @Test
    void lowTasksKeepTheirShareBehindABacklogOfUrgentOnes() {
        for (int i = 0; i < 2_000; i++) {
            submit(Priority.URGENT, "urgent" + i);
            submit(Priority.LOW, "low" + i);
        }
        int lowEnded = 0;
        for (int round = 0; round < 40; round++) {
            worker.settle();
            lowEnded +=
                    (int) running().stream().filter(id -> id.startsWith("low")).count();
            clock.advance(Duration.ofMillis(200));
            worker.endAll();
        }
        assertThat(lowEnded).as("of 400, one of nine").isBetween(30, 60);
    }
}
