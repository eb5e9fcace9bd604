package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandBuilder;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultBuilder;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.FiringRuleBuilder;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.Overlap;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.schedule.ScheduleBuilder;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.Shards;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Any record either can't be written, with the code and the field that a reader would report, or is the same after
 * writing and reading. So no writer has to check a record by reading it.
 */
class WrittenRecordsTest {
    private static final int RECORDS = 40_000;
    private static final String[] WORDS = {
        "plain",
        "",
        " ",
        "x ",
        "two words",
        "a\nb",
        "é",
        "🎹",
        "x".repeat(63),
        "x".repeat(100),
        "x".repeat(101),
        "x".repeat(200),
        "x".repeat(201),
        "x".repeat(255),
        "x".repeat(256),
        "\u0000",
        "default",
        "a:b",
        "charge-7",
        "0 5 * * *",
        "Europe/Berlin"
    };
    private static final String[] VALUES = {
        "null",
        "{}",
        "{\"a\":[1,2]}",
        "{",
        "nonsense",
        "\"\\ud800\"",
        "[".repeat(90) + "]".repeat(90),
        "[".repeat(91) + "]".repeat(91),
        "{\"a\":1,\"a\":2}",
        "1e999",
        "\"" + "x".repeat(Limits.RESULT_DATA_BYTES) + "\""
    };

    private final Random random = new Random();

    @Test
    void whatIsWrittenCanBeRead() {
        long seed = random.nextLong();
        random.setSeed(seed);
        Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
        int written = 0;
        for (int i = 0; i < RECORDS; i++) {
            String where = "record " + i + " of seed " + seed;
            ContractException refusal =
                    switch (i % 6) {
                        case 0 -> refusal(Kind.TASK, task(), where);
                        case 1 -> refusal(Kind.SCHEDULE, schedule(), where);
                        case 2 -> refusal(Kind.RESULT, result(), where);
                        case 3 -> refusal(Kind.OUTCOME, outcome(), where);
                        case 4 -> refusal(Kind.COMMAND, command(), where);
                        default -> refusal(Kind.AUDIT_ENTRY, entry(), where);
                    };
            if (refusal == null) {
                written++;
            } else {
                refused.merge(refusal.code(), 1, Integer::sum);
                assertThat(refusal.field()).as(where).isNotBlank();
            }
        }
        assertThat(written).as("seed %s", seed).isGreaterThan(RECORDS / 20);
        assertThat(refused).as("seed %s", seed).hasSizeGreaterThan(8);
    }

    private static <T> @Nullable ContractException refusal(Kind<T> kind, T value, String where) {
        byte[] bytes;
        try {
            bytes = kind.encode(value);
        } catch (ContractException e) {
            return e;
        }
        T read;
        try {
            read = kind.decode(bytes);
        } catch (ContractException e) {
            throw new AssertionError(where + " was written and can't be read: " + value, e);
        }
        // Texts that were shortened or repaired when written are read as written.
        assertThat(kind.encode(read)).as("%s: %s", where, value).isEqualTo(bytes);
        return null;
    }

    @Test
    void aRefusalOnTheWayOutNamesTheFieldThatAReaderWouldName() {
        Task task = Task.first(
                ExecutionKey.parse("a:2026-11-18T06:00:00Z"),
                Origin.SUBMITTED,
                Work.of("x", RawJson.NULL)
                        .withRetry(new Retry(
                                3,
                                Duration.ofSeconds(1),
                                2,
                                Duration.ofSeconds(2),
                                0,
                                List.of("fine", " not "),
                                List.of())));
        Result result = Result.of(ExecutionKey.parse("a:2026-11-18T06:00:00Z"), 1, ResultStatus.FAILED)
                .withTask(task);
        ContractException refused = catchThrowableOfType(ContractException.class, () -> Kind.RESULT.encode(result));
        assertThat(refused).hasMessageStartingWith("task.retry.retryOn[1]: ");
        assertThat(refused.field()).isEqualTo("task.retry.retryOn[1]");
        assertThat(refused.code()).isEqualTo(ErrorCode.BAD_TEXT);
    }

    private Task task() {
        return TaskBuilder.builder()
                .taskId(taskId())
                .execTime(random.nextInt(5) == 0 ? null : execTime())
                .sub(seldom(random.nextInt(2_000_000) - 500_000, 0))
                .nominalTime(instantOrNull())
                .attempt(seldom(random.nextInt(3_000) - 500, 1))
                .delivery(seldom(random.nextInt(5) - 1, 1))
                .replays(seldom(random.nextInt(5) - 1, 0))
                .work(work())
                .notBefore(instantOrNull())
                .deadline(instantOrNull())
                .origin(any(Origin.values()))
                .scheduleVersion(random.nextBoolean() ? null : (Long) (long) (random.nextInt(100) - 3))
                .metadata(labels())
                .rest(rest())
                .build();
    }

    private Work work() {
        return WorkBuilder.builder()
                .type(word("charge"))
                .queue(word("default"))
                .priority(any(Priority.values()))
                .timeout(duration(Duration.ofMinutes(5)))
                .payload(payload())
                .shards(random.nextInt(10) == 0 ? new Shards(random.nextInt(12_000) - 100, Shards.Need.ALL) : null)
                .retry(random.nextInt(3) > 0 ? Retry.DEFAULT : retry())
                .ifWorkerDies(any(IfWorkerDies.values()))
                .name(random.nextBoolean() ? null : word("a name"))
                .labels(labels())
                .build();
    }

    private Retry retry() {
        return new Retry(
                seldom(random.nextInt(2_000) - 500, 3),
                duration(Duration.ofSeconds(10)),
                random.nextInt(5) == 0 ? Double.NaN : random.nextDouble() * 110,
                duration(Duration.ofMinutes(10)),
                random.nextDouble() * 1.1,
                random.nextBoolean() ? List.of() : List.of(word("E1")),
                List.of());
    }

    private Schedule schedule() {
        Schedule plain = Schedule.of(taskId(), when(), work());
        boolean enabled = random.nextBoolean();
        return ScheduleBuilder.builder()
                .taskId(plain.taskId())
                .description(random.nextBoolean() ? null : word("a description"))
                .owner(random.nextBoolean() ? null : word("ada"))
                .when(plain.when())
                .work(plain.work())
                .deadline(random.nextBoolean() ? null : duration(Duration.ofHours(1)))
                .enabled(enabled)
                .namesEnabled(!enabled || random.nextBoolean())
                .pausedReason(random.nextBoolean() ? null : word("a reason"))
                .routing(random.nextBoolean() ? null : any(Routing.values()))
                .missed(
                        random.nextBoolean()
                                ? MissedRule.DEFAULT
                                : new MissedRule(MissedRule.DEFAULT.policy(), duration(Duration.ofHours(1)), 7))
                .overlap(any(Overlap.values()))
                .pauseAfterFailures(random.nextBoolean() ? null : (Long) (long) (random.nextInt(20) - 2))
                .createdAt(instantOrNull())
                .updatedAt(instantOrNull())
                .rest(rest())
                .build();
    }

    private FiringRule when() {
        return FiringRuleBuilder.builder()
                .cron(random.nextInt(4) == 0 ? null : word("0 5 * * *"))
                .zone(random.nextInt(3) > 0 ? null : word("Europe/Berlin"))
                .gap(any(Gap.values()))
                .fold(any(Fold.values()))
                .every(random.nextInt(8) > 0 ? null : duration(Duration.ofMinutes(1)))
                .afterEnd(random.nextInt(8) > 0 ? null : duration(Duration.ofMinutes(1)))
                .at(random.nextInt(8) > 0 ? null : instant())
                .dependsOn(random.nextInt(8) > 0 ? List.of() : List.of(word("charge-7")))
                .dependsOnEnd(any(ParentsEnd.values()))
                .from(instantOrNull())
                .until(instantOrNull())
                .maxRuns(random.nextInt(8) > 0 ? null : (Long) (long) random.nextInt(3))
                .calendar(random.nextInt(8) > 0 ? null : word("holidays"))
                .jitter(random.nextInt(4) > 0 ? Duration.ZERO : duration(Duration.ofSeconds(30)))
                .build();
    }

    private Result result() {
        ExecutionKey key = key();
        Task own = random.nextInt(3) > 0 ? null : task();
        return ResultBuilder.builder()
                .key(key)
                .attempt(seldom(random.nextInt(1_200) - 50, 1))
                .delivery(seldom(random.nextInt(4) - 1, 1))
                .status(any(ResultStatus.values()))
                .code(random.nextBoolean() ? null : word("E1"))
                .message(random.nextBoolean() ? null : word("a message").repeat(100))
                .data(random.nextBoolean() ? null : payload())
                .error(random.nextBoolean() ? null : word("an error"))
                .worker(random.nextBoolean() ? null : new WorkerRef(word("w1"), word("i1")))
                .times(
                        random.nextBoolean()
                                ? AttemptTimes.NONE
                                : new AttemptTimes(instant(), instantOrNull(), instantOrNull()))
                .position(
                        random.nextBoolean()
                                ? null
                                : new TaskPosition(word("topic"), random.nextInt(4) - 1, random.nextInt(4) - 1))
                .task(own == null || own.execTime() == null || random.nextInt(5) == 0 ? own : keyed(own, key))
                .skipped(
                        random.nextInt(3) > 0
                                ? null
                                : new SkippedRange(any(SkipReason.values()), instant(), instant(), 1))
                .rest(rest())
                .build();
    }

    private static Task keyed(Task task, ExecutionKey key) {
        return task.withKey(key);
    }

    private Outcome outcome() {
        return OutcomeBuilder.builder()
                .key(key())
                .status(any(OutcomeStatus.values()))
                .attempts(seldom(random.nextInt(2_000) - 500, 1))
                .code(random.nextBoolean() ? null : word("E1"))
                .message(random.nextBoolean() ? null : word("a message"))
                .last(random.nextBoolean() ? null : result())
                .decidedAt(instant())
                .tally(
                        random.nextInt(4) > 0
                                ? null
                                : new Outcome.Tally(random.nextInt(5) - 1, 10_000, random.nextInt(10_010)))
                .rest(rest())
                .build();
    }

    private Command command() {
        return CommandBuilder.builder()
                .command(any(CommandKind.values()))
                .subject(random.nextBoolean() ? key().toString() : taskId())
                .at(instant())
                .by(random.nextBoolean() ? null : word("ada"))
                .reason(random.nextBoolean() ? null : word("a reason"))
                .execTime(random.nextBoolean() ? null : execTime())
                .priority(random.nextBoolean() ? null : Priority.HIGH)
                .from(instantOrNull())
                .to(instantOrNull())
                .amount(random.nextBoolean() ? null : (Long) (long) (random.nextInt(5) - 1))
                .maxRunning(random.nextBoolean() ? null : (Long) (long) random.nextInt(1_100))
                .rest(rest())
                .build();
    }

    private AuditEntry entry() {
        return new AuditEntry(
                word("charge"),
                word("apply"),
                instant(),
                random.nextBoolean() ? null : word("ada"),
                random.nextBoolean() ? null : word("a reason"),
                random.nextBoolean() ? null : payload(),
                random.nextBoolean() ? null : payload(),
                rest());
    }

    private String taskId() {
        return random.nextInt(10) == 0 ? word("charge") : "charge-7";
    }

    /** The given text, or sometimes another. */
    private String word(String usual) {
        return random.nextInt(12) == 0 ? any(WORDS) : usual;
    }

    private int seldom(int other, int usual) {
        return random.nextInt(15) == 0 ? other : usual;
    }

    private Duration duration(Duration usual) {
        return switch (random.nextInt(24)) {
            case 0 -> Duration.ofDays(random.nextInt(400));
            case 1 -> Duration.ofNanos(random.nextInt(5_000_000) - 1_000_000);
            case 2 -> Duration.ZERO;
            default -> usual;
        };
    }

    private RawJson payload() {
        return random.nextInt(6) == 0
                ? RawJson.written(any(VALUES).getBytes(StandardCharsets.UTF_8))
                : RawJson.parse("{\"account\": 7}");
    }

    private Map<String, String> labels() {
        return random.nextInt(3) > 0 ? Map.of() : Map.of(word("team"), word("a value"));
    }

    private Map<String, RawJson> rest() {
        return random.nextInt(6) > 0 ? Map.of() : Map.of("newer-" + word("field"), payload());
    }

    private ExecutionKey key() {
        return ExecutionKey.of("charge-7", execTime());
    }

    private ExecTime execTime() {
        return random.nextBoolean()
                ? ExecTime.of(instant())
                : ExecTime.parse("x", "2026-11-18T06:00:00.5Z".replace(".5", ".500") + "~k3f5q2xa");
    }

    private Instant instant() {
        return Instant.parse("2026-11-18T06:00:00Z")
                .plusSeconds(random.nextInt(100))
                .plusNanos(seldom(7, 0));
    }

    private @Nullable Instant instantOrNull() {
        return switch (random.nextInt(12)) {
            case 0 -> Instant.MAX;
            case 1 -> Instant.parse("9999-12-31T23:59:59Z");
            case 2, 3, 4 -> instant();
            default -> null;
        };
    }

    @SafeVarargs
    private <T> T any(T... values) {
        return values[random.nextInt(values.length)];
    }
}
