package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that grow over their limit by retries: a number of two digits is a byte longer. */
class LargestTasksTest {
    private static final Duration DELAY = Duration.ofSeconds(10);
    /** Codes that never occur make the task larger. */
    private static final Retry OFTEN = new Retry(20, DELAY, 1.0, DELAY, 0, List.of(), codes());

    private Bench bench;

    private static List<String> codes() {
        return IntStream.range(0, Limits.RETRY_CODES)
                .mapToObj(n -> n + "漢".repeat(Limits.CODE - 2))
                .toList();
    }

    @BeforeEach
    void start(@TempDir Path dir) {
        bench = new Bench(dir);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private static Task task(String id, int payload) {
        Work work =
                Work.of("demo", RawJson.parse('"' + "x".repeat(payload) + '"')).withRetry(OFTEN);
        Map<String, String> metadata = IntStream.range(0, Limits.LABELS)
                .boxed()
                .collect(Collectors.toMap(n -> "n" + n, n -> "\u0001".repeat(Limits.METADATA_VALUE)));
        Task plain = Task.first(ExecutionKey.of(id, Bench.START), Origin.TICK, work);
        return TaskBuilder.builder()
                .taskId(plain.taskId())
                .execTime(plain.execTime())
                .attempt(1)
                .delivery(1)
                .work(work)
                .origin(plain.origin())
                .metadata(metadata)
                .rest(Map.of("later", RawJson.parse('"' + "z".repeat(65_000) + '"')))
                .build();
    }

    /** The task as it comes back after its attempt has failed. */
    private List<Task> retried(Task task) {
        bench.result(Bench.result(task, ResultStatus.FAILED));
        bench.advance(DELAY);
        bench.advance(Duration.ofMillis(50));
        bench.advance(Duration.ofMillis(950));
        return bench.released();
    }

    private static int size(Task task) {
        return Kind.TASK.encode(task).length;
    }

    @Test
    void taskIsRetriedUpToTheLastByteAndThenEnds() {
        Task small = retried(task("small", 0)).get(0);
        Task task = task("large", Limits.TASK_BYTES - size(small));
        for (int attempt = 1; attempt < 9; attempt++) {
            task = retried(task).get(0);
        }
        assertThat(task.attempt()).isEqualTo(9);
        assertThat(size(task)).isEqualTo(Limits.TASK_BYTES);
        assertThat(bench.outcomes()).isEmpty();

        assertThat(retried(task)).isEmpty();
        assertThat(bench.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.attempts()).isEqualTo(9);
            assertThat(outcome.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
            assertThat(outcome.message()).startsWith("task: 524289 bytes are over the limit of 524288; ");
        });
        assertThat(bench.causes()).containsExactly(ErrorCode.RECORD_TOO_LARGE.name());
        assertThat(bench.open).as("the small one").isEqualTo(1);
    }

    @Test
    void handMadeTaskThatHasNoRoomForItsKeyEndsInsteadOfResting() {
        String start = new String(Kind.TASK.encode(task("by-hand", 0)), StandardCharsets.UTF_8)
                .replaceFirst("\"execTime\":\"[^\"]*\",", "");
        int room = Limits.TASK_BYTES - start.getBytes(StandardCharsets.UTF_8).length;
        byte[] value = start.replace("\"payload\":\"\"", "\"payload\":\"" + "x".repeat(room) + '"')
                .getBytes(StandardCharsets.UTF_8);
        assertThat(value).hasSize(Limits.TASK_BYTES);
        bench.pipe(Bench.NAMES.delayed(), "by-hand", value, null);
        bench.advance(Duration.ofSeconds(1));
        assertThat(bench.released()).isEmpty();
        assertThat(bench.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
        });
        assertThat(bench.open).isZero();
    }
}
