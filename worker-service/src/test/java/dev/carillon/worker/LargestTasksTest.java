package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.arrival;
import static dev.carillon.worker.TestTasks.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Limits;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Submitted tasks of the largest size, which grow by what the worker writes into them. */
final class LargestTasksTest {
    private static final int HOME = key("next").home(TestTasks.PARTITIONS);
    private static final InputPartition LANE = new InputPartition(NORMAL, HOME);

    private final FakeQueue queue = new FakeQueue();
    private final ManualClock clock = new ManualClock(NOW);
    private final FakeWorker worker = new FakeWorker(queue, clock, WorkerConfig.defaults());

    /** A submitted task of exactly this many bytes. */
    private static byte[] task(int bytes, String more) {
        String start = "{\"taskId\":\"by-hand\",\"type\":\"code\"" + more + ",\"labels\":" + words(Limits.LABEL_VALUE)
                + ",\"metadata\":" + words(Limits.METADATA_VALUE) + ",\"later\":\""
                + "z".repeat(65_000) + "\",\"payload\":\"";
        return (start + "x".repeat(bytes - start.length() - 2) + "\"}").getBytes(StandardCharsets.UTF_8);
    }

    private static String words(int length) {
        return IntStream.range(0, Limits.LABELS)
                .mapToObj(n -> "\"" + n + "\":\"" + "\\u0001".repeat(length) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private void come(byte[] value) {
        queue.append(arrival(LANE, queue.end(LANE), value));
        queue.append(arrival(TestTasks.task("next"), queue.end(LANE)));
        worker.assign(List.of(LANE));
        worker.settle();
    }

    private List<OutgoingRecord> to(String topic) {
        return queue.committed().stream()
                .filter(record -> record.topic().equals(topic))
                .toList();
    }

    private static String header(OutgoingRecord record, String name) {
        return record.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(header -> new String(Objects.requireNonNull(header.value()), StandardCharsets.UTF_8))
                .findFirst()
                .orElse("");
    }

    @Test
    void taskOfTheLargestSizeRuns() {
        come(task(Limits.TASK_BYTES, ""));
        assertThat(worker.running).hasSize(2);
        worker.endAll();
        worker.settle();
        assertThat(queue.outcomes()).hasSize(2);
        assertThat(to(NAMES.deadLetters())).isEmpty();
    }

    @Test
    void failureOfATaskOfTheLargestSizeCarriesIt() {
        come(task(Limits.TASK_BYTES, ""));
        List.copyOf(worker.running)
                .forEach(attempt -> worker.end(attempt, AttemptEnding.failed("NO", "no", null, true)));
        worker.settle();
        List<Task> carried = to(NAMES.results()).stream()
                .map(record -> Kind.RESULT.decode(Objects.requireNonNull(record.value())))
                .map(result -> Objects.requireNonNull(result.task()))
                .toList();
        assertThat(carried).hasSize(2).anyMatch(task -> task.taskId().equals("by-hand"));
    }

    @Test
    void taskThatIsOneByteTooLargeIsADeadLetterAndTheNextOneRuns() {
        byte[] larger = task(Limits.TASK_BYTES + 1, "");
        come(larger);
        assertThat(worker.running).hasSize(1);
        assertThat(to(NAMES.deadLetters())).singleElement().satisfies(deadLetter -> {
            assertThat(deadLetter.value()).isEqualTo(larger);
            assertThat(header(deadLetter, Headers.CAUSE)).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
            assertThat(header(deadLetter, Headers.CAUSE_MESSAGE))
                    .startsWith("task: 524289 bytes are over the limit of 524288; ");
        });
    }

    @Test
    void taskThatIsTooLargeToRestEndsInsteadOfVanishing() {
        String later = ",\"notBefore\":\"" + NOW.plus(Duration.ofMinutes(10)) + "\"";
        come(task(Limits.TASK_BYTES, later));
        assertThat(to(NAMES.delayed())).isEmpty();
        assertThat(to(NAMES.deadLetters())).isEmpty();
        assertThat(to(NAMES.results())).singleElement().satisfies(record -> {
            Result result = Kind.RESULT.decode(Objects.requireNonNull(record.value()));
            assertThat(result.status()).isEqualTo(ResultStatus.FAILED);
            assertThat(result.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
            assertThat(result.message()).startsWith("task: ").contains("over the limit of 524288");
        });
        assertThat(worker.running).hasSize(1);
    }

    @Test
    void taskThatLeavesRoomForItsKeyRests() {
        String later = ",\"notBefore\":\"" + NOW.plus(Duration.ofMinutes(10)) + "\"";
        come(task(Limits.TASK_BYTES - 1_000, later));
        assertThat(to(NAMES.delayed())).hasSize(1);
    }
}
