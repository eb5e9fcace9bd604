package dev.carillon.benchmarks.history;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Executions like those of a busy system: 2,000 tasks, 20 workers, five types of which one is rare, one in twenty
 * fails. Each is three records: task, result, outcome.
 */
final class Executions {
    static final int TASKS = 2_000;
    static final int PARTITIONS = 12;
    static final String RARE_TYPE = "mail";

    private static final String[] TYPES = {"shell", "http", "http", "kafka", "grpc"};
    private static final int ONE_RARE_IN = 20_000;
    private static final int ONE_FAILS_IN = 20;
    private static final int WORKERS = 20;
    private static final int ERRORS = 7;

    private Executions() {}

    /** The records of one execution. */
    @SuppressWarnings("ArrayRecordComponent") // It is never compared.
    record Three(ExecutionKey key, int home, byte[] task, byte[] result, byte[] outcome) {}

    public static Three of(long n, Instant at) {
        ExecutionKey key = ExecutionKey.of("task-" + (n * 7_919 % TASKS), at.plusNanos(1 + n % 999_999));
        Task task = Task.first(key, n % 3 == 0 ? Origin.TICK : Origin.SUBMITTED, work(n));
        boolean fails = n % ONE_FAILS_IN == 0;
        AttemptTimes times = new AttemptTimes(at, at.plusMillis(3), at.plusMillis(8 + n % 100));
        Result result = Result.of(key, 1, fails ? ResultStatus.FAILED : ResultStatus.SUCCEEDED)
                .withRun(new WorkerRef("worker-" + n % WORKERS, "1"), times, null);
        result = fails
                ? result.withReason("E" + n % ERRORS, "row " + n + " is missing", "at line " + n)
                        .withTask(task)
                : result.withData(RawJson.written("{\"rows\":17}".getBytes(StandardCharsets.UTF_8)));
        Outcome outcome = OutcomeBuilder.builder()
                .key(key)
                .status(fails ? OutcomeStatus.FAILED : OutcomeStatus.SUCCEEDED)
                .attempts(1)
                .code(fails ? "RETRIES_GIVEN_UP" : null)
                .last(result.withTask(null))
                .decidedAt(at.plusMillis(10 + n % 100))
                .rest(Map.of())
                .build();
        return new Three(
                key,
                key.home(PARTITIONS),
                Kind.TASK.encode(task),
                Kind.RESULT.encode(result),
                Kind.OUTCOME.encode(outcome));
    }

    private static Work work(long n) {
        String type = n % ONE_RARE_IN == 0 ? RARE_TYPE : TYPES[(int) (n % TYPES.length)];
        String payload = "{\"n\":" + n + ",\"text\":\"a few words that make a task as large as most are\"}";
        return WorkBuilder.builder()
                .type(type)
                .queue("default")
                .priority(Priority.NORMAL)
                .timeout(Duration.ofMinutes(5))
                .payload(RawJson.written(payload.getBytes(StandardCharsets.UTF_8)))
                .retry(new Retry(
                        0,
                        Duration.ofSeconds(10),
                        2,
                        Duration.ofMinutes(10),
                        0.2,
                        java.util.List.of(),
                        java.util.List.of()))
                .ifWorkerDies(IfWorkerDies.RETRY)
                .labels(Map.of("team", n % 100 == 0 ? "payments" : "reports"))
                .build();
    }
}
