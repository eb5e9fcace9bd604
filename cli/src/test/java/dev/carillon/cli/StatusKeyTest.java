package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static dev.carillon.cli.WrittenSystem.instant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class StatusKeyTest {
    private static final Work SHELL = Work.of("shell", RawJson.NULL);
    private static final String KEY = "report:2026-11-18T06:00:00Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void taskInItsQueue() {
        system = new WrittenSystem(directory);
        system.at("06:00:00.003").task("report", "06:00:00", SHELL);
    }

    private static Task task() {
        return Task.first(ExecutionKey.parse(KEY), Origin.TICK, SHELL);
    }

    private WrittenSystem failed(int attempt) {
        Result result = Result.of(ExecutionKey.parse(KEY), attempt, ResultStatus.FAILED)
                .withReason("EXIT_7", "it ended with 7", null)
                .withRun(
                        new WorkerRef("w1", "1"),
                        new AttemptTimes(instant("06:00:00"), instant("06:00:01"), instant("06:00:02")),
                        null)
                .withTask(task());
        return system.result(result);
    }

    private JsonNode json() {
        return Json.read(system.run("status", KEY, "-o", "json").out().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void unknownKeyIsNotFound() {
        Ran ran = system.at("06:01:00").run("status", "report:2026-11-18T06:00:30Z");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err())
                .contains(
                        "no record of report:2026-11-18T06:00:30Z is found in the tasks, results, outcomes and events")
                .contains("carillon why report --at 2026-11-18T06:00:30Z")
                .contains("[NO_SUCH_EXECUTION]");
        assertThat(system.run("status", "report").code()).isEqualTo(2);
    }

    @Test
    void queuedTaskLiesInItsTopic() {
        Ran ran = system.run("status", KEY);
        int home = ExecutionKey.parse(KEY).home(3);
        assertThat(ran.code()).isZero();
        assertThat(ran.lines().get(0)).isEqualTo(KEY + "  queued");
        assertThat(ran.out())
                .contains("no worker has reported on it")
                .contains("is in carillon.tasks.default.normal-" + home + "@0")
                .contains("Next: carillon cancel " + KEY);
        assertThat(json().at("/task/partition").intValue()).isEqualTo(home);
    }

    @Test
    void failedAttemptIsRetriedAtAnInstant() {
        failed(1);
        Ran ran = system.run("status", KEY);
        assertThat(ran.lines().get(0)).isEqualTo(KEY + "  retrying");
        assertThat(ran.out()).contains("attempt 2 may start at", "Next try");
        assertThat(ran.out()).containsPattern("1 +failed +w1 +06:00:01Z +1 s +it ended with 7");
        assertThat(json().get("nextAttempt").stringValue()).startsWith("2026-11-18T06:00:");
    }

    @Test
    void claimedAttemptRuns() {
        system.result(Result.of(ExecutionKey.parse(KEY), 1, ResultStatus.STARTED)
                .withRun(new WorkerRef("w1", "1"), new AttemptTimes(null, instant("06:00:00"), null), null)
                .withTask(task()));
        Ran ran = system.at("06:00:12").run("status", KEY);
        assertThat(ran.lines().get(0)).isEqualTo(KEY + "  running");
        assertThat(ran.out()).containsPattern("1 +running +w1 +06:00:00Z +12 s…");
    }

    @Test
    void endedExecutionIsTold() {
        failed(1);
        system.at("06:00:20").outcome(KEY, OutcomeStatus.SUCCEEDED, 2);
        Ran ran = system.run("status", KEY);
        assertThat(ran.lines().get(0)).isEqualTo(KEY + "  succeeded");
        assertThat(ran.lines().get(1)).startsWith("It succeeded on attempt 2 after failing once");
        assertThat(ran.out()).contains("Next: carillon results --key " + KEY);
        assertThat(json().at("/outcome/status").stringValue()).isEqualTo("SUCCEEDED");
    }

    @Test
    void whatFailedForGoodIsFoundAmongDeadLetters() {
        failed(1);
        system.outcome(KEY, OutcomeStatus.FAILED, 4);
        assertThat(system.run("status", KEY).out()).contains("Next: carillon dlq show " + KEY);
    }

    @Test
    void cancellationThatWasAskedForIsShown() {
        Command cancel = Command.of(CommandKind.CANCEL, KEY, instant("06:00:01"), null);
        failed(1).at("06:00:01");
        system.put(NAMES.control(), 0, KEY, Kind.COMMAND.encode(cancel), Map.of());
        Ran ran = system.run("status", KEY);
        assertThat(ran.out()).contains("cancel requested at", "Cancel     requested at 2026-11-18T06:00:01Z");
        assertThat(ran.out()).doesNotContain("Next: carillon cancel");
    }

    @Test
    void delayedTaskRestsUntilItsTime() {
        String key = "later:2026-11-18T09:00:00Z";
        Task later =
                Task.first(ExecutionKey.parse(key), Origin.SUBMITTED, SHELL).withTimes(instant("09:00:00"), null);
        system.put(later, NAMES.delayed(), Map.of());
        Ran ran = system.run("status", key);
        assertThat(ran.lines().get(0)).isEqualTo(key + "  pending");
        assertThat(ran.out()).contains("in a timer until 2026-11-18T09:00:00Z", "(in 2 h 59 min)");
    }

    @Test
    void skippedTickSendsOnToWhy() {
        system.at("06:10:00").skip("nightly", SkipReason.PAUSED, "06:01:00", "06:09:00", 9);
        system.put(
                NAMES.outcomes(),
                ExecutionKey.parse("nightly:2026-11-18T06:01:00Z").home(3),
                "nightly:2026-11-18T06:01:00Z",
                Kind.OUTCOME.encode(skippedOutcome()),
                Map.of());
        Ran ran = system.run("status", "nightly:2026-11-18T06:01:00Z");
        assertThat(ran.lines().get(0)).endsWith("skipped");
        assertThat(ran.out()).contains("Next: carillon why nightly --at 2026-11-18T06:01:00Z");
    }

    private static Outcome skippedOutcome() {
        return OutcomeBuilder.builder()
                .key(ExecutionKey.parse("nightly:2026-11-18T06:01:00Z"))
                .status(OutcomeStatus.SKIPPED)
                .decidedAt(instant("06:10:00"))
                .skipped(new SkippedRange(SkipReason.PAUSED, instant("06:01:00"), instant("06:09:00"), 9))
                .rest(Map.of())
                .build();
    }

    @Test
    void handMadeTaskIsFoundByThePlaceThatNamesIt() {
        system.at("06:05:00");
        String json = "{\"taskId\":\"byhand\",\"type\":\"shell\",\"payload\":null}";
        system.put(
                NAMES.tasks("default", SHELL.priority()), 1, "byhand", json.getBytes(StandardCharsets.UTF_8), Map.of());
        String key = "byhand:2026-11-18T06:05:00Z~default.normal-1-0";
        assertThat(system.run("status", key).lines().get(0)).isEqualTo(key + "  queued");
    }

    @Test
    void recordsOlderThanTheirKeySaysAreFoundAllTheSame() {
        String chosen = "import:2026-11-18T07:00:00Z";
        system.at("06:00:00")
                .put(
                        Task.first(ExecutionKey.parse(chosen), Origin.SUBMITTED, SHELL),
                        NAMES.tasks("default", SHELL.priority()),
                        Map.of());
        assertThat(system.at("07:30:00").run("status", chosen).lines().get(0)).isEqualTo(chosen + "  queued");
    }
}
