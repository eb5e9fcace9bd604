package dev.carillon.insight.why;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.moment;
import static dev.carillon.insight.why.AnswerCheck.why;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.insight.why.WhyAnswer.Verdict;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers for ticks that became tasks. */
final class WhyRunsTest {
    private static final String AT = "06:05:00";
    private static final ExecutionKey KEY = ExecutionKey.of("report", moment(AT));
    private static final int HOME = KEY.home(PARTITIONS);
    private static final String TASKS = NAMES.tasks("default", Priority.NORMAL);

    private final RecordedCluster cluster = new RecordedCluster("mail");

    /** Every minute since six. The tick of five past is decided, its records are left to the test. */
    private RecordedCluster decided() {
        cluster.at("06:00:00").elected().define("report", "'every':'1m'").takesIn("06:00:00", 0);
        return cluster.at("06:05:00.003").slice("06:04:00", "06:05:00", 1);
    }

    private static Task task(String queue, Priority priority) {
        Work work = WorkBuilder.builder(Work.of("shell", RawJson.NULL))
                .queue(queue)
                .priority(priority)
                .build();
        return Task.first(KEY, Origin.TICK, work).withNominalTime(moment(AT)).withSchedule(0, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "STARTED, attempt 1 has started.",
        "SUCCEEDED, attempt 1 succeeded; its outcome is about to be written.",
        "FAILED, attempt 1 failed: exit code 7 ⏎ see the log.",
        "TIMED_OUT, attempt 1 timed out.",
        "CANCELLED, attempt 1 was cancelled.",
        "LOST, attempt 1 was lost with its worker.",
        "EXPIRED, attempt 1 expired: exit code 7 ⏎ see the log.",
        "HANDED_BACK, attempt 1 was handed back by its worker and will be started again."
    })
    void anExecutionUnderWayIsAnsweredWithTheEndOfItsLastAttempt(ResultStatus status, String words) {
        decided().tick("report", AT);
        cluster.result(Result.of(KEY, 1, status).withReason("BAD", "exit code 7\nsee the log", null));

        String kind = status == ResultStatus.STARTED ? "claim of attempt 1" : "result of attempt 1";
        why(cluster, "report", AT)
                .is(Verdict.DISPATCHED, "It became a task and is under way: " + words)
                .cites("task", kind)
                .next("carillon status report:2026-11-18T06:05:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "SUCCEEDED, 2, It succeeded on attempt 2 after failing once",
        "FAILED, 3, It failed for good after 3 attempts: disk?full; moved to dead-letters.",
        "CANCELLED, 0, It was cancelled: disk?full.",
        "EXPIRED, 1, It expired: its deadline passed after 1 attempt: disk?full."
    })
    void theOutcomeCountsMoreThanAnyAttempt(OutcomeStatus status, int attempts, String sentence) {
        decided().tick("report", AT).result(KEY.toString(), 1, ResultStatus.STARTED);
        cluster.outcome(OutcomeBuilder.builder()
                .key(KEY)
                .status(status)
                .attempts(attempts)
                .message(status == OutcomeStatus.SUCCEEDED ? null : "disk\u001bfull")
                .decidedAt(cluster.now())
                .rest(Map.of())
                .build());

        why(cluster, "report", AT)
                .is(Verdict.DISPATCHED, sentence)
                .cites("task", "claim of attempt 1", "outcome")
                .details("It took " + attempts + (attempts == 1 ? " attempt." : " attempts."));
    }

    @Test
    void theOutcomeAloneAnswersOnceRetentionHasDeletedTaskAndResult() {
        decided().tick("report", AT).result(KEY.toString(), 1, ResultStatus.SUCCEEDED);
        cluster.succeeded(KEY.toString(), AT, "06:05:00.020");
        cluster.log.deleteBefore(TASKS, HOME, 1);
        cluster.log.deleteBefore(NAMES.results(), HOME, 1);

        why(cluster, "report", AT)
                .is(Verdict.DISPATCHED, "It ran on time, took 1 s (attempt 1).")
                .cites("outcome");
    }

    @Test
    void anExecutionOutlivesTheDefinitionOfItsSchedule() {
        decided().tick("report", AT).succeeded(KEY.toString(), AT, "06:05:00.020");
        cluster.log.deleteBefore(NAMES.schedules(), 0, 1);

        why(cluster, "report", AT).is(Verdict.DISPATCHED, "It ran on time").cites("task", "outcome");
    }

    @ParameterizedTest
    @CsvSource({"mail, URGENT", "mail, LOW", "default, HIGH"})
    void theTaskIsFoundInAnyLaneOfAnyQueue(String queue, Priority priority) {
        decided().task(task(queue, priority), HOME);

        why(cluster, "report", AT).is(Verdict.DISPATCHED).citesAt(NAMES.tasks(queue, priority) + "-" + HOME + "@0");
    }

    @Test
    void theTaskIsFoundInThePartitionToWhichItWasRouted() {
        int other = (HOME + 1) % PARTITIONS;
        decided().task(task("default", Priority.NORMAL), other);

        why(cluster, "report", AT).is(Verdict.DISPATCHED).citesAt(TASKS + "-" + other + "@0");
    }

    @Test
    void aTaskThatNoWorkerHasReportedOnIsUnservedOnlyWhileNoLiveWorkerTakesIt() {
        decided().tick("report", AT);
        why(cluster, "report", AT)
                .is(Verdict.DISPATCHED, "It became a task, but no live worker serves type shell in queue default.")
                .next("carillon workers", "carillon status " + KEY);

        cluster.worker("w1");
        cluster.clock.advance(Duration.ofSeconds(9));
        why(cluster, "report", AT).is(Verdict.DISPATCHED, "It became a task; no worker has reported on it yet.");

        cluster.clock.advance(Duration.ofSeconds(2));
        why(cluster, "report", AT).says("no live worker serves type shell in queue default");
    }

    @Test
    void checksAndLeasesOfAnAttemptAreNoReports() {
        decided().tick("report", AT).worker("w1");
        for (String kind : new String[] {Headers.KIND_CHECK, Headers.KIND_LEASE}) {
            byte[] value = Kind.RESULT.encode(Result.of(KEY, 1, ResultStatus.FAILED));
            cluster.put(NAMES.results(), HOME, KEY.toString(), value, Map.of(Headers.KIND, kind));
        }

        why(cluster, "report", AT).says("no worker has reported on it yet").cites("task");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{'v':2,'taskId':'report','type':'shell'}", "\u0000"})
    void anUnreadableRecordWithItsKeyDoesNotHideTheTask(String value) {
        byte[] unreadable = value.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        decided().put(TASKS, HOME, KEY.toString(), unreadable, Map.of());
        cluster.tick("report", AT);

        why(cluster, "report", AT).is(Verdict.DISPATCHED).citesAt(TASKS + "-" + HOME + "@1");
    }

    @Test
    void theEndOfASkippedRangeIsNoEndOfAnExecution() {
        decided().skip("report", SkipReason.MISSED, AT, "06:08:00", 4, null);
        cluster.outcome(OutcomeBuilder.builder()
                .key(KEY)
                .status(OutcomeStatus.SKIPPED)
                .attempts(0)
                .decidedAt(cluster.now())
                .skipped(new SkippedRange(SkipReason.MISSED, moment(AT), moment("06:08:00"), 4))
                .rest(Map.of())
                .build());

        why(cluster, "report", AT)
                .is(Verdict.SKIPPED, "(MISSED), as one of 4 ticks")
                .cites("skip");
    }

    @Test
    void oneOfTenThousandRunsIsFoundAmongTheOthers() {
        cluster.at("06:00:00").elected().define("report", "'every':'1s'").takesIn("06:00:00", 0);
        for (int i = 1; i <= 10_000; i++) {
            String nominal = moment("06:00:00").plusSeconds(i).toString();
            cluster.at(nominal).tick("report", nominal).tick("report-2", nominal);
            cluster.succeeded("report:" + nominal, nominal, nominal);
        }
        cluster.slice("06:00:00", cluster.now().toString(), 20_000);

        String asked = moment("06:00:00").plusSeconds(9_000).toString();
        ExecutionKey key = ExecutionKey.of("report", moment(asked));
        AnswerCheck answer = why(cluster, "report", asked)
                .is(Verdict.DISPATCHED, "It ran on time, took 1 s (attempt 1).")
                .cites("task", "outcome");
        long before = cluster.log.all(NAMES.outcomes()).stream()
                .filter(record -> record.partition() == key.home(PARTITIONS)
                        && record.appended().isBefore(moment(asked)))
                .count();
        answer.citesAt(NAMES.outcomes() + "-" + key.home(PARTITIONS) + "@" + before);
    }

    @Test
    void theNextRunIsNotTakenForThisOne() {
        cluster.at("06:00:00").elected().define("report", "'every':'1m'").takesIn("06:00:00", 0);
        cluster.at("06:06:00").tick("report", "06:06:00").slice("06:04:00", "06:06:00", 1);

        why(cluster, "report", AT).is(Verdict.UNEXPLAINED);
        why(cluster, "report", "06:06:00").is(Verdict.DISPATCHED);
    }
}
