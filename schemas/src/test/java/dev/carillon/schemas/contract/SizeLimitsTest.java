package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.codec.TaskEncoder;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.schedule.Setting;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every limit in bytes, met exactly and exceeded by one, when reading and when writing. */
class SizeLimitsTest {
    private static final ExecutionKey KEY = ExecutionKey.parse("a:2026-11-18T06:00:00Z");

    /** A JSON text of exactly this many bytes, with as many of the character as fit. */
    private static String text(String character, int bytes) {
        int each = character.getBytes(StandardCharsets.UTF_8).length;
        int room = bytes - 2;
        return '"' + "x".repeat(room % each) + character.repeat(room / each) + '"';
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RawJson raw(String json) {
        return RawJson.written(utf8(json));
    }

    static List<Kind<?>> kinds() {
        return Kind.ALL;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void recordOfTheLargestSizeIsReadAndOneByteMoreIsNot(Kind<?> kind) {
        byte[] sample = Sample.of(kind).get(0).bytes();
        byte[] largest = Arrays.copyOf(sample, kind.maxBytes());
        Arrays.fill(largest, sample.length, largest.length, (byte) ' ');
        assertThat(kind.decode(largest)).isEqualTo(kind.decode(sample));

        byte[] larger = Arrays.copyOf(largest, largest.length + 1);
        larger[largest.length] = ' ';
        refused(() -> kind.decode(larger), ErrorCode.RECORD_TOO_LARGE, kind.name(), kind.maxBytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "漢", "😀"})
    void payloadOfTheLargestSizeIsCarriedAndOneByteMoreIsNot(String character) {
        String largest = text(character, Limits.PAYLOAD_BYTES);
        String larger = text(character, Limits.PAYLOAD_BYTES + 1);
        carriesAndRefuses("payload", Limits.PAYLOAD_BYTES, largest, larger, payload -> Kind.TASK.encode(task(payload)));
        carriesAndRefuses(
                "payload", Limits.PAYLOAD_BYTES, largest, larger, payload -> new TaskEncoder().value(task(payload)));
        carriesAndRefuses(
                "payload",
                Limits.PAYLOAD_BYTES,
                largest,
                larger,
                payload -> Kind.SCHEDULE.encode(Schedule.of(
                        "a", FiringRule.cron("0 6 * * *", "UTC"), task(payload).work())));
        for (Kind<?> kind : List.of(Kind.TASK, Kind.SCHEDULE)) {
            String start = "{\"taskId\":\"a\",\"type\":\"x\",\"cron\":\"0 6 * * *\",\"payload\":";
            // Blanks around the value don't count.
            assertThat(kind.decode(utf8(start + "  " + largest + "  }"))).isNotNull();
            refused(
                    () -> kind.decode(utf8(start + larger + "}")),
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "payload",
                    Limits.PAYLOAD_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "漢", "😀"})
    void resultDataAndSettingsOfTheLargestSizeAreCarriedAndOneByteMoreIsNot(String character) {
        String largest = text(character, Limits.RESULT_DATA_BYTES);
        String larger = text(character, Limits.RESULT_DATA_BYTES + 1);
        carriesAndRefuses(
                "data",
                Limits.RESULT_DATA_BYTES,
                largest,
                larger,
                data -> Kind.RESULT.encode(
                        Result.of(KEY, 1, ResultStatus.SUCCEEDED).withData(raw(data))));
        carriesAndRefuses(
                "value",
                Limits.RESULT_DATA_BYTES,
                largest,
                larger,
                value -> Kind.SETTING.encode(new Setting("a", raw(value), Map.of())));
        refused(
                () -> Kind.RESULT.decode(utf8(
                        "{\"key\":\"" + KEY + "\",\"attempt\":1,\"status\":\"SUCCEEDED\",\"data\":" + larger + "}")),
                ErrorCode.PAYLOAD_TOO_LARGE,
                "data",
                Limits.RESULT_DATA_BYTES);
    }

    private static void carriesAndRefuses(
            String field, int limit, String largest, String larger, Function<String, byte[]> encoded) {
        assertThat(utf8(largest)).hasSize(limit);
        assertThat(new String(encoded.apply(largest), StandardCharsets.UTF_8)).contains(largest);
        refused(() -> encoded.apply(larger), ErrorCode.PAYLOAD_TOO_LARGE, field, limit);
    }

    @Test
    void whatIsWrittenMayFillItsRecordToTheLastByte() {
        Task empty = crowded("");
        int room = Limits.TASK_BYTES - Kind.TASK.encode(empty).length;
        Task largest = crowded("x".repeat(room));
        assertThat(Kind.TASK.encode(largest)).hasSize(Limits.TASK_BYTES);
        assertThat(Kind.TASK.decode(Kind.TASK.encode(largest))).isEqualTo(largest);
        assertThat(new TaskEncoder().value(largest)).isEqualTo(Kind.TASK.encode(largest));

        Task larger = crowded("x".repeat(room + 1));
        refused(() -> Kind.TASK.encode(larger), ErrorCode.RECORD_TOO_LARGE, "task", Limits.TASK_BYTES);
        refused(() -> new TaskEncoder().value(larger), ErrorCode.RECORD_TOO_LARGE, "task", Limits.TASK_BYTES);
        // One digit more is one byte more.
        refused(() -> Kind.TASK.encode(attempt(largest, 10)), ErrorCode.RECORD_TOO_LARGE, "task", Limits.TASK_BYTES);
        assertThat(Kind.TASK.encode(attempt(largest, 9))).hasSize(Limits.TASK_BYTES);
        // The result of a failure still contains it, and so does the outcome.
        Result failed = Result.of(KEY, 10, ResultStatus.FAILED).withTask(attempt(largest, 10));
        assertThat(Kind.RESULT.decode(Kind.RESULT.encode(failed)).task()).isEqualTo(attempt(largest, 10));
    }

    @Test
    void unknownFieldsCountInAllAndAlikeInBothDirections() {
        Map<String, RawJson> largest = Map.of("é", raw(text("x", Fields.MAX_REST_BYTES - 6)));
        Map<String, RawJson> larger = Map.of("é", raw(text("x", Fields.MAX_REST_BYTES - 5)));
        Map<String, RawJson> many = Map.of("é", raw(text("x", 40_000)), "b", raw(text("x", 30_000)));
        assertThat(Kind.TASK.decode(Kind.TASK.encode(task("1", largest))).rest())
                .isEqualTo(largest);
        for (Map<String, RawJson> rest : List.of(larger, many)) {
            String fields = rest.entrySet().stream()
                    .map(field -> ",\"" + field.getKey() + "\":" + field.getValue())
                    .collect(Collectors.joining());
            byte[] json = utf8("{\"taskId\":\"a\",\"type\":\"x\"" + fields + "}");
            refused(() -> Kind.TASK.decode(json), ErrorCode.RECORD_TOO_LARGE, "value", Fields.MAX_REST_BYTES);
            Task task = task("1", rest);
            refused(() -> Kind.TASK.encode(task), ErrorCode.RECORD_TOO_LARGE, "value", Fields.MAX_REST_BYTES);
            Result result = Result.of(KEY, 1, ResultStatus.FAILED).withTask(task);
            refused(() -> Kind.RESULT.encode(result), ErrorCode.RECORD_TOO_LARGE, "task", Fields.MAX_REST_BYTES);
        }
    }

    @Test
    void namesOfTheLargestLengthAreTakenAndOneCharacterMoreIsNot() {
        assertThat(TaskId.check("taskId", "a".repeat(TaskId.MAX_LENGTH))).hasSize(TaskId.MAX_LENGTH);
        refused(
                () -> TaskId.check("taskId", "a".repeat(TaskId.MAX_LENGTH + 1)),
                ErrorCode.BAD_TASK_ID,
                "taskId",
                TaskId.MAX_LENGTH);
        assertThat(QueueName.check("queue", "a".repeat(QueueName.MAX_LENGTH))).hasSize(QueueName.MAX_LENGTH);
        refused(
                () -> QueueName.check("queue", "a".repeat(QueueName.MAX_LENGTH + 1)),
                ErrorCode.BAD_QUEUE,
                "queue",
                QueueName.MAX_LENGTH);
        refused(
                () -> ExecutionKey.parse("a".repeat(ExecutionKey.MAX_LENGTH + 1)),
                ErrorCode.BAD_KEY,
                "key",
                ExecutionKey.MAX_LENGTH);
        // Texts are counted in characters, not in bytes.
        for (String character : List.of("x", "é", "漢", "😀")) {
            String start = "{\"taskId\":\"a\",\"type\":\"x\",\"name\":\"";
            byte[] largest = utf8(start + character.repeat(Limits.NAME) + "\"}");
            assertThat(Kind.TASK.encode(Kind.TASK.decode(largest))).isNotEmpty();
            refused(
                    () -> Kind.TASK.decode(utf8(start + character.repeat(Limits.NAME + 1) + "\"}")),
                    ErrorCode.TEXT_TOO_LONG,
                    "name",
                    Limits.NAME);
        }
    }

    private static Task task(String payload) {
        return Task.first(KEY, Origin.SUBMITTED, Work.of("x", raw(payload)));
    }

    private static Task task(String payload, Map<String, RawJson> rest) {
        return with(task(payload), 1, Map.of(), rest);
    }

    private static Task attempt(Task task, int attempt) {
        return with(task, attempt, task.metadata(), task.rest());
    }

    private static Task with(Task task, int attempt, Map<String, String> metadata, Map<String, RawJson> rest) {
        return TaskBuilder.builder()
                .taskId(task.taskId())
                .execTime(task.execTime())
                .attempt(attempt)
                .delivery(1)
                .work(task.work())
                .origin(task.origin())
                .metadata(metadata)
                .rest(rest)
                .build();
    }

    /** A task with large fields around its payload. */
    private static Task crowded(String payload) {
        List<String> codes = IntStream.range(0, Limits.RETRY_CODES)
                .mapToObj(n -> n + "漢".repeat(Limits.CODE - 2))
                .toList();
        Map<String, String> labels = IntStream.range(0, Limits.LABELS)
                .boxed()
                .collect(Collectors.toMap(n -> "n" + n, n -> "\u0001".repeat(Limits.LABEL_VALUE)));
        Map<String, String> metadata = IntStream.range(0, Limits.LABELS)
                .boxed()
                .collect(Collectors.toMap(n -> "n" + n, n -> "\u0001".repeat(Limits.METADATA_VALUE)));
        Retry r = Retry.DEFAULT;
        Retry retry = new Retry(999, r.delay(), r.backoffRate(), r.maxDelay(), r.jitter(), codes, codes, Map.of());
        Work plain = task("1").work();
        Work work = WorkBuilder.builder()
                .type(plain.type())
                .queue(plain.queue())
                .priority(plain.priority())
                .timeout(plain.timeout())
                .payload(raw('"' + payload + '"'))
                .retry(retry)
                .ifWorkerDies(plain.ifWorkerDies())
                .labels(labels)
                .build();
        return with(task("1").withWork(work), 1, metadata, Map.of());
    }

    private static void refused(ThrowingCallable call, ErrorCode code, String field, int limit) {
        ContractException refused = catchThrowableOfType(ContractException.class, call);
        assertThat(refused).as("accepted").isNotNull();
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused).hasMessageStartingWith(field + ": ").hasMessageContaining(Integer.toString(limit));
        assertThat(refused.fix()).isNotBlank();
        if (code == ErrorCode.PAYLOAD_TOO_LARGE || code == ErrorCode.RECORD_TOO_LARGE) {
            assertThat(refused.limit()).isEqualTo("at most " + limit + " bytes");
            assertThat(refused).hasMessageContaining("bytes");
        }
    }
}
