package dev.carillon.client.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayRuleTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final Instant TICK = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecTime FRESH = ExecTime.parse("execTime", "2026-11-20T09:30:00.123456789Z~k3f5q2xa");
    private static final Work WORK = Work.of("http", RawJson.parse("{\"url\":\"http://127.0.0.1\"}"));
    private final ReplayRule rule = new ReplayRule(NAMES, List.of("default"));

    private static Task failed() {
        return Task.first(ExecutionKey.of("report", TICK), Origin.TICK, WORK)
                .withSchedule(7, 2)
                .nextAttempt(TICK.plusSeconds(30))
                .redelivered();
    }

    private static StoredDeadLetter deadLetter(
            @Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
        byte[] bytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        return new StoredDeadLetter(
                new ReceivedRecord(NAMES.deadLetters(), 3, 17, TICK, bytes, value, HeaderList.of(headers)));
    }

    private static StoredDeadLetter buried(Task task) {
        return deadLetter(
                String.valueOf(task.key()),
                Kind.TASK.encode(task),
                Map.of(Headers.CAUSE, "EXHAUSTED", Headers.ORIGIN_TOPIC, NAMES.results()));
    }

    private Task again(StoredDeadLetter deadLetter) {
        ReplayVerdict verdict = rule.judge(deadLetter, FRESH);
        assertThat(verdict).isInstanceOf(ReplayVerdict.Again.class);
        return ((ReplayVerdict.Again) verdict).task();
    }

    private String refused(StoredDeadLetter deadLetter) {
        ReplayVerdict verdict = rule.judge(deadLetter, FRESH);
        assertThat(verdict).isInstanceOf(ReplayVerdict.Refused.class);
        return ((ReplayVerdict.Refused) verdict).reason();
    }

    @Test
    void anExhaustedExecutionBecomesANewOneThatNamesIt() {
        Task task = again(buried(failed()));
        assertThat(task.key()).isEqualTo(ExecutionKey.of("report", FRESH));
        assertThat(task.origin()).isEqualTo(Origin.REPLAY);
        assertThat(task.replays()).isEqualTo(1);
        assertThat(task.attempt()).isEqualTo(1);
        assertThat(task.delivery()).isEqualTo(1);
        assertThat(task.notBefore()).isNull();
        assertThat(task.metadata()).containsEntry("replay-of", "report:" + TICK);
        assertThat(task.work()).isEqualTo(WORK);
        assertThat(task.scheduleVersion()).isEqualTo(7);
    }

    @Test
    void aReplayOfAReplayCountsOnAndNamesItsOwnPredecessor() {
        Task second = again(buried(again(buried(failed()))));
        assertThat(second.replays()).isEqualTo(2);
        assertThat(second.metadata()).containsEntry("replay-of", "report:" + FRESH);
    }

    @Test
    void theTickThatItStandsForStaysWhenTheKeyDoesNot() {
        assertThat(again(buried(failed())).nominalTime()).isEqualTo(TICK);
        Task submitted = Task.first(ExecutionKey.of("report", FRESH), Origin.SUBMITTED, WORK);
        assertThat(again(buried(submitted)).nominalTime()).isNull();
    }

    @Test
    void aDeadlineIsAsFarAwayAsItWas() {
        Task task = failed().withTimes(TICK.plusSeconds(30), TICK.plus(Duration.ofHours(2)));
        assertThat(again(buried(task)).deadline()).isEqualTo(FRESH.instant().plus(Duration.ofHours(2)));
    }

    @Test
    void aDeadlineByDefaultIsLeftOut() {
        Task task = failed().withTimes(null, TICK.plus(Duration.ofDays(6)).minusSeconds(60));
        assertThat(again(buried(task)).deadline()).isNull();
    }

    @Test
    void aTaskUnderAWrongKeyIsRunUnderItsOwnName() {
        StoredDeadLetter deadLetter = deadLetter(
                "other:" + TICK,
                Kind.TASK.encode(failed()),
                Map.of(Headers.CAUSE, "KEY_MISMATCH", Headers.ORIGIN_TOPIC, "carillon.tasks.default.normal"));
        assertThat(again(deadLetter).metadata()).containsEntry("replay-of", "report:" + TICK);
    }

    @Test
    void aTaskWithoutAKeyNamesItsDeadLetter() {
        byte[] handMade = "{\"taskId\":\"hello\",\"type\":\"http\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(again(deadLetter(null, handMade, Map.of())).metadata())
                .containsEntry("replay-of", "dead-letters-3@17");
    }

    @Test
    void aScheduleIsNotRunThoughItReadsLikeATask() {
        byte[] schedule =
                "{\"taskId\":\"report\",\"cron\":\"99 * * * *\",\"type\":\"http\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(refused(deadLetter("report", schedule, Map.of(Headers.ORIGIN_TOPIC, NAMES.schedules()))))
                .contains("it is a schedule", "carillon schedule apply");
    }

    @Test
    void bytesThatAreNoTaskAreRefused() {
        assertThat(refused(deadLetter("x", "{oops".getBytes(StandardCharsets.UTF_8), Map.of())))
                .contains("no task that can be run", "carillon dlq show dead-letters-3@17");
    }

    @Test
    void aValueThatWasTooLargeToKeepIsRefused() {
        assertThat(refused(deadLetter("x", null, Map.of(Headers.VALUE_OMITTED, "5242880 bytes"))))
                .contains("5242880 bytes", "submit the task again");
    }

    @Test
    void aQueueWithoutTopicsHasToBeMadeFirst() {
        Task task = failed().withWork(WORK.withQueue("gpu"));
        assertThat(refused(buried(task))).contains("carillon topics create --queue gpu");
    }

    @Test
    void aTaskThatIsFullOfMetadataCanNotNameAnythingMore() {
        Map<String, String> full =
                IntStream.range(0, 32).boxed().collect(Collectors.toMap(i -> "key" + i, i -> "value"));
        Task old = failed();
        Task task = TaskBuilder.builder()
                .taskId(old.taskId())
                .execTime(old.execTime())
                .attempt(1)
                .delivery(1)
                .work(WORK)
                .origin(Origin.SUBMITTED)
                .metadata(full)
                .rest(Map.of())
                .build();
        assertThat(refused(buried(task))).contains("metadata");
    }
}
