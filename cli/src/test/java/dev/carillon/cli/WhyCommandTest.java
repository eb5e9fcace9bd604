package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static dev.carillon.cli.WrittenSystem.every;
import static dev.carillon.cli.WrittenSystem.instant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.FiringRuleBuilder;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class WhyCommandTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Work SHELL = Work.of("shell", RawJson.NULL);
    private static final String TICK = "report:2026-11-18T06:05:00Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    /** A trigger leads since six o'clock; each test goes on from there. */
    @BeforeEach
    void leaderAtSix() {
        system = new WrittenSystem(directory);
        system.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    private static Schedule report() {
        return every("report", MINUTE);
    }

    /** Defined, and read by the trigger, long before five past six. */
    private WrittenSystem defined(Schedule schedule) {
        return system.at("06:01:00.500").apply(schedule).takesIn("06:01:00", 0);
    }

    private JsonNode why(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "why";
        System.arraycopy(args, 0, all, 1, args.length);
        all[args.length + 1] = "-o";
        all[args.length + 2] = "json";
        Ran ran = system.run(all);
        assertThat(ran.code()).as(ran.err()).isZero();
        return Json.read(ran.out().getBytes(StandardCharsets.UTF_8));
    }

    private static void says(JsonNode answer, String verdict, String... words) {
        assertThat(answer.get("verdict").stringValue()).as(answer.toString()).isEqualTo(verdict);
        assertThat(answer.get("answer").stringValue()).contains(words);
    }

    private static void isSaidBy(JsonNode answer, String what, String topic, int partition, long offset) {
        assertThat(answer.get("evidence").values()).anySatisfy(one -> {
            assertThat(one.get("what").stringValue()).isEqualTo(what);
            assertThat(one.get("topic").stringValue()).isEqualTo(topic);
            assertThat(one.get("partition").intValue()).isEqualTo(partition);
            assertThat(one.get("offset").longValue()).isEqualTo(offset);
        });
    }

    private static int home(String key) {
        return Murmur2.partition(key.getBytes(StandardCharsets.UTF_8), WrittenSystem.PARTITIONS);
    }

    @Test
    void scheduleThatWasNeverDefinedIsNotFound() {
        defined(report());
        Ran ran = system.run("why", "reprot");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("no schedule \"reprot\" was ever defined", "did you mean report?");
        assertThat(system.run("why", "other", "--at", "2026-11-18T06:00:00Z").code())
                .isEqualTo(3);
    }

    @Test
    void refusedDefinitionIsAnsweredWithItsDeadLetter() {
        byte[] bad =
                "{\"taskId\":\"report\",\"cron\":\"61 * * * *\",\"type\":\"shell\"}".getBytes(StandardCharsets.UTF_8);
        system.at("06:01:00.500").schedule("report", bad).refuse("report", "BAD_CRON", "cron: 61 is no minute");
        system.takesIn("06:01:00", 0).at("06:06:00").watermark("06:06:00");
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "NEVER_ACCEPTED", "cron: 61 is no minute [BAD_CRON]");
        isSaidBy(answer, "definition", NAMES.schedules(), 0, 0);
        isSaidBy(answer, "dead letter", NAMES.deadLetters(), home("report"), 0);
    }

    @Test
    void tickBeforeTheDefinitionWasNeverOwed() {
        defined(report()).at("06:06:00").slice("06:05:00", "06:06:00", 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:01:00Z");
        says(answer, "DEFINED_LATER", "defined only after that, at 2026-11-18T06:01:00.500Z");
        isSaidBy(answer, "definition", NAMES.schedules(), 0, 0);
        isSaidBy(answer, "slice", NAMES.events(), home("0"), 2);
    }

    @Test
    void definitionThatWasTakenInLateOwesNothingBefore() {
        system.at("06:01:00.500").apply(report());
        system.at("06:10:00").takesIn("06:09:59", 0);
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "DEFINED_LATER", "read only at 2026-11-18T06:10:00Z", "up to 2026-11-18T06:09:59Z");
    }

    @Test
    void pausedScheduleIsAnsweredWithItsReason() {
        defined(report().withEnabled(false, "the printer is broken", instant("06:01:00")));
        system.at("06:06:00").watermark("06:06:00");
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "PAUSED", "the printer is broken");
        isSaidBy(answer, "definition", NAMES.schedules(), 0, 0);
        assertThat(answer.get("next").toString()).contains("carillon schedule resume report");
        assertThat(system.run("why", "report").out()).doesNotContain("next tick");
    }

    @Test
    void deletedScheduleOwesNothingAfterwards() {
        defined(report()).at("06:02:30").delete("report").takesIn("06:02:30", 1);
        system.at("06:06:00").watermark("06:06:00");
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "DELETED", "2026-11-18T06:02:30Z");
        isSaidBy(answer, "deletion", NAMES.schedules(), 0, 1);
    }

    @Test
    void instantThatIsNotPlannedIsAnsweredWithItsNeighbours() {
        defined(report()).at("06:06:00").slice("06:05:00", "06:06:00", 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:07Z");
        says(answer, "NOT_PLANNED", "every 1m");
        assertThat(answer.get("details").toString()).contains("2026-11-18T06:05:00Z", "2026-11-18T06:06:00Z");
    }

    @Test
    void instantOutsideThePeriodIsNamedSo() {
        FiringRule from = FiringRuleBuilder.builder()
                .gap(Gap.RUN_AFTER)
                .fold(Fold.FIRST)
                .every(MINUTE)
                .dependsOn(List.of())
                .dependsOnEnd(ParentsEnd.SUCCEEDED)
                .from(instant("06:30:00"))
                .jitter(Duration.ZERO)
                .build();
        defined(Schedule.of("report", from, SHELL)).at("06:06:00").watermark("06:06:00");
        says(
                why("report", "--at", "2026-11-18T06:05:00Z"),
                "OUTSIDE_PERIOD",
                "from: 2026-11-18T06:30:00Z, until: open");
    }

    @Test
    void skippedTickIsAnsweredWithItsReasonAndRange() {
        defined(report());
        system.at("06:20:00").skip("report", SkipReason.MISSED, "06:02:00", "06:18:00", 17);
        system.slice("06:01:00", "06:19:30", 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(
                answer,
                "SKIPPED",
                "it was overdue when it could first be decided (MISSED)",
                "one of 17 ticks from 2026-11-18T06:02:00Z to 2026-11-18T06:18:00Z");
        isSaidBy(answer, "skip", NAMES.results(), home("report:2026-11-18T06:02:00Z"), 0);
    }

    @Test
    void tickThatRanIsAnsweredWithTaskResultAndOutcome() {
        defined(report()).at("06:05:00.004").task("report", "06:05:00", SHELL).slice("06:04:00", "06:05:00", 1);
        system.at("06:05:01").result(TICK, 1, ResultStatus.SUCCEEDED).outcome(TICK, OutcomeStatus.SUCCEEDED, 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "DISPATCHED", "It ran");
        assertThat(answer.get("details").toString()).contains("written 4 ms after its time", "1 attempt");
        isSaidBy(answer, "task", NAMES.tasks("default", SHELL.priority()), home(TICK), 0);
        isSaidBy(answer, "result of attempt 1", NAMES.results(), home(TICK), 0);
        isSaidBy(answer, "outcome", NAMES.outcomes(), home(TICK), 0);
    }

    @Test
    void tickThatWasWrittenAheadOfItsTimeIsNotSaidToBeLate() {
        defined(report()).at("06:04:59.990").task("report", "06:05:00", SHELL).slice("06:04:00", "06:05:00", 1);
        system.at("06:05:01").result(TICK, 1, ResultStatus.SUCCEEDED).outcome(TICK, OutcomeStatus.SUCCEEDED, 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "DISPATCHED", "It ran");
        assertThat(answer.get("details").toString())
                .contains("written 10 ms early and became visible at its time")
                .doesNotContain("after its time");
    }

    @Test
    void tickUnderWayIsAnsweredWithItsLastAttempt() {
        defined(report()).at("06:05:00.004").task("report", "06:05:00", SHELL).slice("06:04:00", "06:05:00", 1);
        system.heartbeat("w1", WorkerState.BUSY, 1, "shell");
        says(why("report"), "DISPATCHED", "no worker has reported on it yet");
        system.result(TICK, 1, ResultStatus.FAILED);
        says(why("report"), "DISPATCHED", "attempt 1 failed: the test wants it so");
        system.result(TICK, 2, ResultStatus.STARTED);
        says(why("report"), "DISPATCHED", "attempt 2 has started");
    }

    @Test
    void taskThatNoWorkerServesIsNamedSo() {
        defined(report()).at("06:05:00.004").task("report", "06:05:00", SHELL).slice("06:04:00", "06:05:00", 1);
        system.heartbeat("w1", WorkerState.IDLE, 0, "http");
        says(why("report"), "DISPATCHED", "no live worker serves type shell in queue default");
    }

    @Test
    void tickThatNoTriggerHasReachedIsAnsweredWithTheWatermark() {
        defined(report()).at("06:03:00").lost();
        system.at("06:06:00");
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "NOT_DECIDED_YET", "No trigger has reached it", "up to 2026-11-18T06:01:00Z");
        assertThat(answer.get("details").toString()).contains("trigger/host-1 led until 2026-11-18T06:03:00Z");
        isSaidBy(answer, "watermark", NAMES.triggerState(), 0, 1);
        isSaidBy(answer, "leader lost", NAMES.events(), home("0"), 3);
    }

    @Test
    void tickThatTheTriggerIsBehindOfIsNamedSo() {
        defined(report()).at("06:06:00").watermark("06:04:00");
        says(
                why("report", "--at", "2026-11-18T06:05:00Z"),
                "NOT_DECIDED_YET",
                "has not reached it yet",
                "1 min before");
    }

    @Test
    void nothingWasEverDecidedWhereNoTriggerEverLed() {
        WrittenSystem untouched =
                new WrittenSystem(directory).at("06:01:00").apply(report()).at("06:06:00");
        Ran ran = untouched.run("why", "report", "--at", "2026-11-18T06:05:00Z");
        assertThat(ran.out()).contains("No trigger has ever led here", "Next: carillon run trigger");
    }

    @Test
    void comingTickIsNotDueYet() {
        defined(report()).at("06:04:30").watermark("06:04:30");
        says(why("report", "--at", "2026-11-18T06:05:00Z"), "NOT_DUE_YET", "in 30 s");
    }

    @Test
    void tickOfWhichRecordsAreNoLongerKeptIsNamedSo() {
        defined(report()).at("06:05:00.004").task("report", "06:05:00", SHELL).slice("06:04:00", "06:05:00", 1);
        system.at("06:50:00").task("report", "06:50:00", SHELL);
        String topic = NAMES.tasks("default", SHELL.priority());
        system.cli.log.deleteBefore(topic, home(TICK), 1);
        system.at("06:51:00").watermark("06:51:00");
        says(why("report", "--at", "2026-11-18T06:05:00Z"), "NO_LONGER_KEPT", "no longer kept");
    }

    @Test
    void owedTickWithoutTraceIsAdmittedNotToBeExplained() {
        defined(report()).at("06:05:00.004").slice("06:04:00", "06:05:00", 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:05:00Z");
        says(answer, "UNEXPLAINED", "neither a task nor a skip is found");
        isSaidBy(answer, "slice", NAMES.events(), home("0"), 3);
    }

    @Test
    void olderDefinitionCountsForItsOwnTime() {
        defined(every("report", Duration.ofSeconds(30)));
        system.at("06:04:00").slice("06:03:30", "06:04:00", 1);
        system.at("06:05:10").apply(report()).takesIn("06:05:10", 1);
        JsonNode answer = why("report", "--at", "2026-11-18T06:03:31Z");
        says(answer, "NOT_PLANNED", "every 30s");
        assertThat(answer.get("details").toString()).contains("was changed later, at 2026-11-18T06:05:10Z");
    }

    @Test
    void withoutATimeTheLastDueTickIsMeantAndTheNextOneNamed() {
        defined(report()).at("06:05:00.004").task("report", "06:05:00", SHELL).slice("06:04:00", "06:05:00", 1);
        Ran ran = system.at("06:05:20").run("why", "report");
        assertThat(ran.lines().get(0)).startsWith("report at 2026-11-18T06:05:00Z (20 s ago)");
        assertThat(ran.out()).contains("The next tick is at 2026-11-18T06:06:00Z (in 40 s).");
        assertThat(ran.out()).contains("carillon.tasks.default.normal-" + home(TICK) + "@0");
    }

    @Test
    void timeMayBeLocalToTheScheduleOrAKey() {
        Schedule berlin = Schedule.of("report", FiringRule.cron("0 7 * * *", "Europe/Berlin"), SHELL);
        defined(berlin).at("07:30:00").watermark("07:30:00");
        assertThat(system.run("why", "report", "--at", "07:00").lines().get(0))
                .isEqualTo("report at 2026-11-18T06:00:00Z (1 h 30 min ago, 2026-11-18T07:00 in Europe/Berlin)");
        assertThat(system.run("why", "report", "--at", "2026-11-19T07:00")
                        .lines()
                        .get(0))
                .startsWith("report at 2026-11-19T06:00:00Z");
        assertThat(system.run("why", "report:2026-11-18T06:00:00Z").lines().get(0))
                .startsWith("report at 2026-11-18T06:00:00Z");
        Ran bad = system.run("why", "report", "--at", "yesterday");
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains("--at", "\"yesterday\" is not an instant");
    }

    @Test
    void linesFitAUsualWindow() {
        defined(report());
        system.at("06:20:00").skip("report", SkipReason.MISSED, "06:02:00", "06:18:00", 17);
        system.slice("06:01:00", "06:19:30", 1);
        Ran ran = system.run("why", "report", "--at", "2026-11-18T06:05:00Z");
        assertThat(ran.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }
}
