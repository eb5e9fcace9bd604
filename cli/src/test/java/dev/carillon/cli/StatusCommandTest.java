package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static dev.carillon.cli.WrittenSystem.every;
import static dev.carillon.cli.WrittenSystem.instant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.StoredProgress;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class StatusCommandTest {
    private static final Work SHELL = Work.of("shell", RawJson.NULL);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void emptyTopics() {
        system = new WrittenSystem(directory).at("06:00:00");
    }

    /** A leader since six, a worker, and nothing to do; it is one minute past six. */
    private WrittenSystem running() {
        system.elected().slice("06:00:00", "06:00:00", 0);
        system.at("06:00:50").slice("06:00:49", "06:00:50", 3);
        return system.at("06:01:00").watermark("06:01:00").heartbeat("w1", WorkerState.BUSY, 2, "shell");
    }

    private JsonNode json() {
        return Json.read(system.run("status", "-o", "json").out().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void runningSystemIsWell() {
        Ran ran = running().run("status");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines().get(0)).isEqualTo("All well: the trigger is on time and 1 worker serves 1 queue.");
        assertThat(ran.out())
                .contains("trigger/host-1 leads since 2026-11-18T06:00:00Z (1 min ago)")
                .contains("last 3 ticks published 10 s ago, 3 ticks in 5 min")
                .contains("1 (1 busy), 2 of 10 slots busy")
                .contains("default: nothing waits");
        assertThat(ran.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        JsonNode json = json();
        assertThat(json.get("well").booleanValue()).isTrue();
        assertThat(json.at("/trigger/leader/source").stringValue()).isEqualTo("trigger/host-1");
        assertThat(json.at("/trigger/leader/evidence/topic").stringValue()).isEqualTo(NAMES.events());
    }

    @Test
    void emptyTopicsNeedATriggerAndAWorker() {
        Ran ran = system.run("status");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines().get(0)).isEqualTo("Needs you:");
        assertThat(ran.out())
                .contains("no trigger has ever led", "next: carillon run trigger")
                .contains("no worker is alive", "next: carillon run worker")
                .contains("none has ever led here");
        assertThat(json().get("well").booleanValue()).isFalse();
    }

    /** It writes its watermark each time this interval is over: one that is nearly two intervals old is no silence. */
    @ParameterizedTest
    @CsvSource({"5, 06:01:11, 06:01:13", "20, 06:01:41, 06:01:43", ", 06:01:11, 06:01:13"})
    void triggerIsSilentByItsOwnInterval(@Nullable Integer idle, String stillWell, String silent) {
        running().watermark("06:01:00", idle == null ? null : Duration.ofSeconds(idle));
        system.at(stillWell).heartbeat("w1", WorkerState.IDLE, 0, "shell");
        assertThat(system.run("status").lines().get(0)).startsWith("All well");
        system.at(silent).heartbeat("w1", WorkerState.IDLE, 0, "shell");
        assertThat(system.run("status").out()).contains("no trigger has decided anything for");
    }

    @Test
    void triggerThatStandsStillIsNamedWithWhoLedLast() {
        running().at("06:02:00").heartbeat("w1", WorkerState.IDLE, 0, "shell");
        Ran ran = system.run("status");
        assertThat(ran.out())
                .contains("no trigger has decided anything for 1 min (trigger/host-1 led")
                .contains("no trigger leads now; trigger/host-1 led last");
        system.at("06:01:30").lost().at("06:02:00");
        assertThat(system.run("status").out().replaceAll("\\s+", " ")).contains("led last, until 2026-11-18T06:01:30Z");
    }

    @Test
    void announcedEndOfAnEarlierTermEndsNoLaterOne() {
        running().lost("trigger/host-0");
        JsonNode leader = json().at("/trigger/leader");
        assertThat(leader.get("source").stringValue()).isEqualTo("trigger/host-1");
        assertThat(leader.get("ended").isNull()).isTrue();
    }

    @Test
    void sliceAfterAnEndedTermShowsThatSomebodyLeadsAgain() {
        running().lost().slice("06:01:00", "06:01:00", 0);
        assertThat(json().at("/trigger/leader/ended").isNull()).isTrue();
        assertThat(system.run("status").out()).contains("trigger/host-1 leads (since before the oldest event");
    }

    @Test
    void missingTopicsAreNamedAndTheRestIsShown() {
        running().cli.log.deleteTopic(NAMES.outcomes());
        system.cli.log.deleteTopic(NAMES.deadLetters());
        Ran ran = system.run("status");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("2 topics are missing: carillon.outcomes, carillon.dead-letters")
                .contains("next: carillon topics create")
                .contains("trigger/host-1 leads since");
    }

    @Test
    void namespaceWithoutTopicsIsNotFound() {
        Ran ran = system.run("status", "--namespace", "elsewhere");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("no topic whose name begins with elsewhere.", "carillon topics create");
    }

    @Test
    void unreachableKafkaIsItsOwnExitCode() {
        system.cli.unreachable();
        for (String command : List.of("status", "workers", "stats", "why report")) {
            assertThat(system.run(command.split(" ", -1)).code()).as(command).isEqualTo(4);
        }
    }

    @Test
    void silentWorkerIsGone() {
        running().at("06:01:30").watermark("06:01:30").heartbeat("w2", WorkerState.IDLE, 0, "shell");
        assertThat(system.run("status").out())
                .contains("worker w1 has sent no heartbeat for 30 s")
                .contains("1 (1 idle, 1 gone), 0 of 10 slots busy");
    }

    @Test
    void whatIsDoneAboveAHoleIsNotWaiting() {
        running();
        for (int i = 0; i < 4; i++) {
            system.put(
                    NAMES.tasks("default", Priority.NORMAL),
                    0,
                    "t:2026-11-18T06:00:0" + i + "Z",
                    new byte[1],
                    Map.of());
        }
        // Of four records, the first and the third are not done; the committed offset alone would count four.
        String holes = PointCodec.encode(new StoredPoint(0, true, 4, 4, List.of(0L, 2L)));
        system.committed("carillon.default", NAMES.tasks("default", Priority.NORMAL), 0, 0, holes);
        Ran ran = system.run("status");
        assertThat(ran.out()).contains("default: 2 normal unfinished, the oldest for 0 ms");
        JsonNode lane = json().at("/queues/0/lanes").values().stream()
                .filter(one -> one.get("topic").stringValue().endsWith(".normal"))
                .findFirst()
                .orElseThrow();
        assertThat(lane.get("waiting").longValue()).isEqualTo(2);
        assertThat(lane.get("exact").booleanValue()).isTrue();
    }

    @Test
    void taskThatIsToStartLaterIsHeldAndNotWaiting() {
        running()
                .put(
                        NAMES.released("default"),
                        0,
                        "t:2026-11-18T06:00:00Z",
                        new byte[1],
                        Map.of("not-before", "2026-11-18T06:01:20Z"));
        assertThat(system.run("status").out()).contains("default: nothing waits, 1 held for later");
    }

    @Test
    void oldTaskInAQueueNeedsALook() {
        system.at("05:59:00").task("old", "05:59:00", SHELL).at("06:00:00");
        running();
        assertThat(system.run("status").out()).contains("1 task in queue default is unfinished, the oldest for 2 min");
    }

    @Test
    void queueThatNoWorkerServesIsNamed() {
        system.cli.run("topics", "create", "--queue", "reports");
        running().task("r", "06:00:30", SHELL.withQueue("reports"));
        assertThat(system.run("status").out())
                .contains("1 task waits in queue reports, which no worker serves")
                .contains("next: carillon run worker --worker.queue=reports")
                .contains("reports: 1 normal unfinished", "; no worker serves");
    }

    @Test
    void collectorThatTakesNothingInNeedsALook() {
        system.at("06:00:00").result("a:2026-11-18T06:00:00Z", 1, ResultStatus.FAILED);
        running();
        assertThat(system.run("status").out())
                .contains("the collector has 1 record to process, the oldest for 1 min")
                .contains("1 retrying after a failed attempt");
        ExecutionKey key = ExecutionKey.parse("a:2026-11-18T06:00:00Z");
        system.committed("carillon.collector", NAMES.results(), key.home(3), 1, "");
        assertThat(system.run("status").out()).contains("All well").contains("has processed everything");
    }

    @Test
    void openExecutionsAreThoseThatFailedAndHaveNoOutcome() {
        running();
        system.result("a:2026-11-18T06:00:00Z", 1, ResultStatus.FAILED)
                .result("b:2026-11-18T06:00:00Z", 1, ResultStatus.FAILED)
                .outcome("b:2026-11-18T06:00:00Z", OutcomeStatus.FAILED, 1)
                .put(
                        NAMES.delayed(),
                        0,
                        "c:2026-11-18T07:00:00Z",
                        new byte[1],
                        Map.of("not-before", "2026-11-18T07:00:00Z"));
        JsonNode json = json();
        assertThat(json.at("/executions/retrying").longValue()).isEqualTo(1);
        assertThat(json.at("/executions/delayed").longValue()).isEqualTo(1);
        assertThat(json.at("/executions/recent/FAILED").longValue()).isEqualTo(1);
    }

    @Test
    void freshDeadLettersNeedALookAndOldOnesDoNot() {
        running().deadLetter("x:2026-11-18T06:00:00Z");
        assertThat(system.run("status").out())
                .contains("1 dead letter waits to be replayed or dropped, the last one written just now")
                .contains("next: carillon dlq list");
        system.at("07:30:00").watermark("07:30:00").heartbeat("w1", WorkerState.IDLE, 0, "shell");
        assertThat(system.run("status").out()).contains("All well").contains("1 dead letter, the last 1 h 29 min ago");
    }

    @Test
    void deadLetterThatWasReplayedOrDroppedNeedsNobody() {
        running().deadLetter("x:2026-11-18T06:00:00Z");
        ExecutionKey key = ExecutionKey.parse("y:2026-11-18T06:00:00Z");
        system.put(
                NAMES.deadLetters(),
                1,
                key.toString(),
                Kind.TASK.encode(Task.first(key, Origin.TICK, SHELL)),
                Map.of(Headers.CAUSE, "EXHAUSTED", Headers.ORIGIN_TOPIC, NAMES.results()));
        assertThat(system.run("status").out()).contains("2 dead letters wait");
        assertThat(system.run("dlq", "drop", "dead-letters-0@0").code()).isZero();
        assertThat(system.run("status").out()).contains("1 dead letter waits");
        assertThat(system.run("dlq", "replay", "dead-letters-1@0").code()).isZero();
        assertThat(system.run("status").out()).contains("All well", "no dead letters");
        assertThat(json().at("/executions/deadLetters").longValue()).isZero();
        assertThat(json().at("/executions/lastDeadLetter").isNull()).isTrue();
    }

    @Test
    void brokenScheduleIsNamed() {
        running()
                .marker(MarkerBuilder.builder()
                        .taskId("report")
                        .position(1)
                        .floor(DecidedUpTo.allOf(instant("06:00:00")))
                        .progress(StoredProgress.NOTHING)
                        .overrides(ScheduleOverrides.NONE)
                        .brokenCode("BAD_CRON")
                        .brokenMessage("61 is no minute")
                        .lastGood(every("report", Duration.ofMinutes(1)))
                        .rest(Map.of())
                        .build());
        assertThat(system.run("status").out())
                .contains("1 schedule has a definition that can't be used: report")
                .contains("next: carillon why report");
    }
}
