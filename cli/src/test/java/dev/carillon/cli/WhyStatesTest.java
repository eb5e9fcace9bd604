package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Answers of {@code why} in states that are not failures: put off, left out, parked, skipped on request. */
final class WhyStatesTest {
    private static final String AT = "2026-11-18T06:05:00Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void leaderAtSix() {
        system = new WrittenSystem(directory);
        system.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    private static byte[] json(String fields) {
        return ("{'taskId':'report'," + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static Schedule schedule(String fields) {
        return Kind.SCHEDULE.decode(json("'type':'shell'," + fields));
    }

    /** Defined, and read by the trigger, at one minute past six. */
    private WrittenSystem defined(String fields) {
        return system.at("06:01:00.500").apply(schedule(fields)).takesIn("06:01:00", 0);
    }

    private void marker(String fields) {
        system.marker(
                Kind.MARKER.decode(json("'version':0,'position':1,'floor':{'due':'2026-11-18T06:01:00Z'}," + fields)));
    }

    private void calendar(String fields) {
        byte[] value = ("{'name':'days'," + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        system.put(NAMES.calendars(), 0, "days", value, Map.of());
    }

    private JsonNode why(String at) {
        CommandLineHarness.Ran ran = system.run("why", "report", "--at", at, "-o", "json");
        assertThat(ran.code()).as(ran.err()).isZero();
        return Json.read(ran.out().getBytes(StandardCharsets.UTF_8));
    }

    private static void says(JsonNode answer, String verdict, String... words) {
        assertThat(answer.get("verdict").stringValue()).as(answer.toString()).isEqualTo(verdict);
        for (String one : words) {
            assertThat(answer.get("answer").stringValue()).contains(one);
        }
    }

    private static void isSaidBy(JsonNode answer, String... what) {
        assertThat(answer.get("evidence").values())
                .extracting(one -> one.get("what").stringValue())
                .contains(what);
    }

    private static void goesOnWith(JsonNode answer, String command) {
        assertThat(answer.get("next").toString()).contains(command);
    }

    @Test
    void tickThatItsJitterPutsOffIsNotDueYetThoughItsOwnTimeIsOver() {
        defined("'every':'5m','jitter':'5m'").at("06:05:31").slice("06:05:30", "06:05:31", 1);
        says(why(AT), "NOT_DUE_YET", "put off by its jitter until 2026-11-18T06:08:32Z", "in 3 min 1 s");
    }

    @Test
    void tickThatWasPutOffAndIsDueIsDecidedWhenTheTriggerReachesThat() {
        defined("'every':'5m','jitter':'5m'").at("06:08:40").watermark("06:08:31");
        JsonNode answer = why(AT);
        says(answer, "NOT_DECIDED_YET", "up to 2026-11-18T06:08:31Z, 1 s before");
        assertThat(answer.get("details").toString()).contains("put it off until 2026-11-18T06:08:32Z");
    }

    @Test
    void anInstantKeepsTheJitterWithWhichItCame() {
        defined("'every':'5m'").at("06:05:31").slice("06:05:30", "06:05:31", 1);
        marker("'jitters':[{'until':'2026-11-18T06:05:20Z','width':'5m'}]");
        says(why(AT), "NOT_DUE_YET", "put off by its jitter until 2026-11-18T06:08:32Z");
    }

    @Test
    void tickInARangeThatTheCalendarStillLeavesOutIsSkippedByIt() {
        calendar("'weekdays':['SAT']");
        defined("'every':'10s','calendar':'days'").at("06:05:20").slice("06:04:50", "06:05:20", 0);
        marker("'leftOut':{'since':'2026-11-18T06:04:50Z','first':'2026-11-18T06:04:50Z'}");
        JsonNode answer = why(AT);
        says(answer, "SKIPPED", "its calendar leaves it out (CALENDAR)");
        assertThat(answer.get("details").toString()).contains("still being counted");
        isSaidBy(answer, "definition", "marker", "calendar");
        goesOnWith(answer, "carillon calendar get days");
        says(why("2026-11-18T06:04:40Z"), "UNEXPLAINED");
    }

    @Test
    void tickOfAParkedScheduleIsBrokenAndSaysWhatToDo() {
        defined("'every':'1m'").at("06:06:00").slice("06:04:50", "06:06:00", 0);
        marker("'brokenCode':'EVALUATION_FAILED','brokenMessage':'the zone is gone',"
                + "'brokenSince':'2026-11-18T06:01:40Z'");
        JsonNode answer = why(AT);
        says(answer, "BROKEN", "parked since 2026-11-18T06:01:40Z: the zone is gone [EVALUATION_FAILED]");
        isSaidBy(answer, "definition", "marker");
        goesOnWith(answer, "carillon schedule apply -f FILE");
        says(why("2026-11-18T06:05:30Z"), "NOT_PLANNED");
    }

    @Test
    void definitionThatCanNotBePlannedAnyMoreWasAcceptedOnce() {
        system.at("06:01:00.500").schedule("report", json("'type':'shell','cron':'0 6 * * *','zone':'Mars/Base'"));
        system.takesIn("06:01:00", 0).at("06:06:00").slice("06:04:50", "06:06:00", 0);
        marker("'brokenCode':'BAD_ZONE','brokenMessage':'Mars/Base is no zone known here'");
        JsonNode answer = why(AT);
        says(answer, "BROKEN", "can't be planned any more: Mars/Base is no zone known here [BAD_ZONE]");
        isSaidBy(answer, "definition", "marker");
        goesOnWith(answer, "carillon schedule apply -f FILE");
    }

    @Test
    void instantBetweenTheTicksOfASkippedRangeIsNoTick() {
        defined("'every':'1m'").at("06:10:00").skip("report", SkipReason.MISSED, "06:02:00", "06:08:00", 7);
        system.slice("06:01:00", "06:10:00", 1);
        says(why(AT), "SKIPPED", "(MISSED)");
        says(why("2026-11-18T06:05:30Z"), "NOT_PLANNED", "every 1m");
    }

    @Test
    void instantThatACompleteScheduleNeverPlannedIsNoTick() {
        defined("'every':'1m','maxRuns':3").at("06:10:00").slice("06:02:00", "06:10:00", 0);
        marker("'runs':3");
        says(why(AT), "COMPLETED", "its 3 runs (maxRuns)");
        says(why("2026-11-18T06:05:30Z"), "NOT_PLANNED");
        says(why("2026-11-18T06:20:00Z"), "COMPLETED");
    }

    @Test
    void instantThatAFailurePausedScheduleNeverPlannedIsNoTick() {
        defined("'every':'1m','pauseAfterFailures':1").at("06:10:00").slice("06:02:00", "06:10:00", 0);
        marker("'pausedSince':'2026-11-18T06:01:00Z','pausedReason':'1 execution failed'");
        says(why(AT), "PAUSED", "paused itself: 1 execution failed");
        says(why("2026-11-18T06:05:30Z"), "NOT_PLANNED");
    }

    @Test
    void ownNextInstantOfAScheduleThatFollowsItsEndsIsPlanned() {
        defined("'afterEnd':'10m'").at("06:04:00").watermark("06:04:00");
        marker("'next':'2026-11-18T06:05:00Z'");
        JsonNode answer = why(AT);
        says(answer, "NOT_DUE_YET", "in 1 min");
        isSaidBy(answer, "marker");
        says(why("2026-11-18T06:05:30Z"), "NOT_PLANNED", "its next instant is 2026-11-18T06:05:00Z");
    }

    /** Neither plans instants, so the question without a time is about now, of which only whole seconds can be ticks. */
    @ParameterizedTest
    @ValueSource(strings = {"'afterEnd':'10m'", "'dependsOn':['a']"})
    void scheduleThatFollowsEndsIsExplainedWithoutATime(String fields) {
        defined(fields).at("06:04:00.250").watermark("06:04:00");
        CommandLineHarness.Ran ran = system.run("why", "report");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).doesNotContain("No tick has that key");
    }

    @Test
    void comingTickThatSomebodyChoseIsGoingToBeSkipped() {
        defined("'every':'5m'").at("06:04:00").watermark("06:04:00");
        marker("'skipping':['2026-11-18T06:05:00Z']");
        JsonNode answer = why(AT);
        says(answer, "TO_BE_SKIPPED", "not due yet: in 1 min", "a skip was requested (REQUESTED)");
        isSaidBy(answer, "marker");
        goesOnWith(answer, "carillon schedule preview report");
        says(why("2026-11-18T06:10:00Z"), "NOT_DUE_YET");
    }

    @Test
    void comingTickOnADayThatDoesNotCountIsGoingToBeSkipped() {
        calendar("'exclude':['2026-11-18']");
        defined("'every':'5m','calendar':'days'").at("06:04:00").watermark("06:04:00");
        JsonNode answer = why(AT);
        says(answer, "TO_BE_SKIPPED", "its calendar days does not count that day (CALENDAR)");
        isSaidBy(answer, "calendar");
        goesOnWith(answer, "carillon calendar get days");
        says(why("2026-11-19T06:05:00Z"), "NOT_DUE_YET");
    }

    @Test
    void comingTickWhoseCalendarIsGoneIsGoingToBeSkipped() {
        defined("'every':'5m','calendar':'days'").at("06:04:00").watermark("06:04:00");
        says(why(AT), "TO_BE_SKIPPED", "its calendar days does not exist (BROKEN)");
    }

    @Test
    void lastGoodDefinitionCountsThoughOnlyTheMarkerHoldsIt() {
        system.at("06:02:00").schedule("report", json("'type':'shell','cron':'* * * * *'"));
        system.schedule("report", json("'type':'shell','cron':'61 * * * *'"));
        system.refuse("report", "BAD_CRON", "61 is no minute").takesIn("06:02:00", 0);
        system.cli.log.deleteBefore(NAMES.schedules(), 0, 1);
        system.marker(Kind.MARKER.decode(json("'version':0,'position':2,'floor':{'due':'2026-11-18T06:03:00Z'},"
                + "'brokenCode':'BAD_CRON','brokenMessage':'61 is no minute','lastGood':{'taskId':'report',"
                + "'type':'shell','cron':'* * * * *'}")));
        system.at("06:04:30").watermark("06:04:30");
        JsonNode answer = why(AT);
        says(answer, "NOT_DUE_YET", "in 30 s");
        isSaidBy(answer, "marker");
        assertThat(answer.get("details").toString()).contains("got a definition that was refused");
        says(why("2026-11-18T06:02:30Z"), "NOT_PLANNED");
        says(why("2026-11-18T06:03:00Z"), "NO_LONGER_KEPT", "has no ticks up to 2026-11-18T06:03:00Z");
        says(why("2026-11-18T06:01:00Z"), "NO_LONGER_KEPT", "only the last good one is still kept");
        assertThat(system.run("why", "report").out()).contains("report at 2026-11-18T06:04:00Z");
    }

    private void skip(SkipReason reason, String message) {
        Instant at = Instant.parse(AT);
        system.result(Result.of(ExecutionKey.of("report", at), 1, ResultStatus.SKIPPED)
                .withReason(reason.name(), message, null)
                .withSkipped(new SkippedRange(reason, at, at, 1)));
    }

    @Test
    void skipSaysTheCauseThatItsRecordHas() {
        defined("'dependsOn':['a','b']").at("06:10:00").slice("06:01:00", "06:10:00", 0);
        skip(
                SkipReason.DEPENDENCY,
                "1 tick skipped: dependency, because b ended FAILED, and dependsOnEnd is succeeded");
        JsonNode answer = why(AT);
        says(answer, "SKIPPED", "because b ended FAILED, and dependsOnEnd is succeeded (DEPENDENCY)");
        goesOnWith(answer, "carillon why b --at " + AT);
        assertThat(answer.get("next").toString()).doesNotContain("why a ");
    }

    @Test
    void skipOfAnEarlierVersionSaysWhatIsTrueOfAllOfItsReason() {
        defined("'dependsOn':['a','b']").at("06:10:00").slice("06:01:00", "06:10:00", 0);
        skip(SkipReason.DEPENDENCY, "1 tick skipped: dependency");
        JsonNode answer = why(AT);
        says(answer, "SKIPPED", "did not end as required, or not in time (DEPENDENCY)");
        goesOnWith(answer, "carillon why a --at " + AT);
        goesOnWith(answer, "carillon why b --at " + AT);
    }

    @Test
    void tickWhoseQueueIsGoneSaysHowToMakeIt() {
        defined("'every':'1m','queue':'gone'").at("06:10:00").slice("06:01:00", "06:10:00", 0);
        skip(SkipReason.BROKEN, "1 tick skipped: broken, because its queue \"gone\" has no topics");
        JsonNode answer = why(AT);
        says(answer, "SKIPPED", "its queue \"gone\" has no topics (BROKEN)");
        goesOnWith(answer, "carillon topics create --queue gone");
    }
}
