package dev.carillon.worker.intake;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.PARTITIONS;
import static dev.carillon.worker.TestTasks.arrival;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Priority;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.PolledRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JudgeTest {
    private final Set<String> cancelled = new HashSet<>();
    private final Set<String> met = new HashSet<>();
    private final Judge judge = new Judge(NAMES, "default", PARTITIONS);

    private TaskJudgement judge(PolledRecord arrival) {
        return judge.judge(
                arrival,
                new Judge.Knowledge() {
                    @Override
                    public boolean isCancelled(ExecutionKey key) {
                        return cancelled.contains(key.toString());
                    }

                    @Override
                    public boolean isDuplicate(ExecutionKey key, Task task, PolledRecord one) {
                        return met.contains(key + "#" + task.attempt());
                    }
                },
                NOW);
    }

    private TaskJudgement judge(Task task) {
        return judge(arrival(task, 7));
    }

    private static PolledRecord text(int partition, String key, String value) {
        PolledRecord plain = arrival(new InputPartition(NORMAL, partition), 5, value.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = key.isEmpty() ? null : key.getBytes(StandardCharsets.UTF_8);
        return new PolledRecord(plain.source(), plain.offset(), plain.appended(), bytes, plain.value(), List.of());
    }

    @Test
    void taskThatMayStartRuns() {
        assertThat(judge(task("a"))).isInstanceOfSatisfying(TaskJudgement.Run.class, run -> {
            assertThat(run.key()).isEqualTo(key("a"));
            assertThat(run.notBefore()).isBefore(NOW);
            assertThat(run.deadline()).isEqualTo(NOW.plus(Duration.ofDays(6)));
        });
    }

    @Test
    void defaultDeadlineIsWrittenDownForTheAttemptsThatFollow() {
        Instant deadline = NOW.plus(Duration.ofDays(6));
        assertThat(judge(task("a"))).isInstanceOfSatisfying(TaskJudgement.Run.class, run -> assertThat(
                        run.task().deadline())
                .isEqualTo(deadline));
        Task again = task("a").withTimes(null, deadline).nextAttempt(NOW.plusSeconds(10));
        PolledRecord released = new PolledRecord(
                new InputPartition(NAMES.released("default"), 0),
                8,
                NOW.plus(Duration.ofDays(1)),
                null,
                Kind.TASK.encode(again),
                List.of());
        assertThat(judge(released)).isInstanceOfSatisfying(TaskJudgement.Run.class, run -> assertThat(run.deadline())
                .isEqualTo(deadline));
    }

    /** The trigger gives ticks of backfills and dependencies such a deadline; brokers date records in milliseconds. */
    @Test
    void longestDeadlineHoldsThoughTheBrokersClockIsBehindTheTriggers() {
        Instant now = NOW.plusNanos(999_999);
        Task tick = task("a").withTimes(null, now.plus(Duration.ofDays(6)));
        assertThat(judge(tick)).isInstanceOf(TaskJudgement.Run.class);
    }

    @Test
    void taskWithANearStartIsKeptHereAndAFarOneIsSentToDelayed() {
        Instant near = NOW.plusSeconds(60);
        assertThat(judge(task("a").withTimes(near, null)))
                .isInstanceOfSatisfying(TaskJudgement.Run.class, run -> assertThat(run.notBefore())
                        .isEqualTo(near));
        assertThat(judge(task("a").withTimes(near.plusNanos(1), null))).isInstanceOf(TaskJudgement.Delay.class);
    }

    @Test
    void executionIsNeverEarlierThanItsKeySays() {
        ExecutionKey tomorrow = ExecutionKey.of("a", NOW.plus(Duration.ofDays(1)));
        assertThat(judge(task("a").withKey(tomorrow)))
                .isInstanceOfSatisfying(
                        TaskJudgement.Delay.class,
                        delay -> assertThat(delay.task().notBefore()).isEqualTo(NOW.plus(Duration.ofDays(1))));
    }

    @Test
    void taskPastItsDeadlineExpires() {
        assertThat(judge(task("a").withTimes(null, NOW))).isInstanceOf(TaskJudgement.Run.class);
        assertThat(judge(task("a").withTimes(null, NOW.minusNanos(1))))
                .isInstanceOfSatisfying(TaskJudgement.Answer.class, answer -> {
                    assertThat(answer.status()).isEqualTo(ResultStatus.EXPIRED);
                    assertThat(answer.code()).isEqualTo(ErrorCode.DEADLINE_PASSED);
                });
    }

    @Test
    void cancelledTaskIsAnsweredAndNotRun() {
        cancelled.add(key("a").toString());
        assertThat(judge(task("a")))
                .isInstanceOfSatisfying(TaskJudgement.Answer.class, answer -> assertThat(answer.status())
                        .isEqualTo(ResultStatus.CANCELLED));
    }

    @Test
    void repeatOfAnAttemptIsNotRun() {
        met.add(key("a") + "#1");
        assertThat(judge(task("a"))).isEqualTo(new TaskJudgement.Duplicate(key("a"), 1));
        PolledRecord second = arrival(
                new InputPartition(NAMES.released("default"), 0),
                8,
                Kind.TASK.encode(task("a").nextAttempt(NOW)));
        assertThat(judge(second)).isInstanceOf(TaskJudgement.Run.class);
    }

    @Test
    void taskOfAForeignPartitionerIsMovedHomeUnlessItWasRoutedOrMovedBefore() {
        int home = key("a").home(PARTITIONS);
        InputPartition elsewhere = new InputPartition(NORMAL, (home + 1) % PARTITIONS);
        PolledRecord foreign = arrival(elsewhere, 7, Kind.TASK.encode(task("a")));
        assertThat(judge(foreign)).isEqualTo(new TaskJudgement.MoveHome(key("a"), home));
        for (String header : List.of(Headers.ROUTED, Headers.REHOMED)) {
            PolledRecord.Header given = PolledRecord.Header.of(header, "x");
            assertThat(judge(new PolledRecord(elsewhere, 7, NOW, null, foreign.value(), List.of(given))))
                    .isInstanceOf(TaskJudgement.Run.class);
        }
        InputPartition released = new InputPartition(NAMES.released("default"), elsewhere.number());
        assertThat(judge(arrival(released, 7, Kind.TASK.encode(task("a"))))).isInstanceOf(TaskJudgement.Run.class);
    }

    @Test
    void handMadeTaskIsNamedByItsPositionAndStaysWhereItIs() {
        assertThat(judge(text(3, "", "{\"taskId\":\"hand\",\"type\":\"code\"}")))
                .isInstanceOfSatisfying(TaskJudgement.Run.class, run -> {
                    assertThat(run.key()).hasToString("hand:" + NOW + "~default.normal-3-5");
                    assertThat(run.task().key()).isEqualTo(run.key());
                });
    }

    @Test
    void laneIsWhereTheRecordLies() {
        String value = "{\"taskId\":\"hand\",\"type\":\"code\",\"queue\":\"other\",\"priority\":\"urgent\"}";
        assertThat(judge(text(3, "hand", value))).isInstanceOfSatisfying(TaskJudgement.Run.class, run -> {
            assertThat(run.task().work().queue()).isEqualTo("default");
            assertThat(run.task().work().priority()).isEqualTo(Priority.NORMAL);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|{garbage|BAD_JSON",
                "``|[]|NOT_AN_OBJECT",
                "``|{\"taskId\":\"a\"}|MISSING_FIELD",
                "``|{\"taskId\":\"a:b\",\"type\":\"code\"}|BAD_TASK_ID",
                "other|{\"taskId\":\"a\",\"type\":\"code\"}|KEY_MISMATCH",
                "``|{\"taskId\":\"a\",\"type\":\"code\",\"attempt\":2}|OUT_OF_RANGE",
                "``|{\"taskId\":\"a\",\"type\":\"code\",\"delivery\":2}|OUT_OF_RANGE",
                "``|{\"taskId\":\"a\",\"type\":\"code\",\"deadline\":\"2027-11-18T06:00:00Z\"}|OUT_OF_RANGE",
            })
    void recordThatCannotBeUsedIsPoison(String key, String value, ErrorCode code) {
        assertThat(judge(text(0, key, value)))
                .isInstanceOfSatisfying(TaskJudgement.Poison.class, poison -> assertThat(poison.code())
                        .isEqualTo(code));
    }

    @Test
    void recordWithoutValueIsPoison() {
        PolledRecord empty = new PolledRecord(new InputPartition(NORMAL, 0), 1, NOW, null, null, List.of());
        assertThat(judge(empty)).isInstanceOf(TaskJudgement.Poison.class);
    }
}
