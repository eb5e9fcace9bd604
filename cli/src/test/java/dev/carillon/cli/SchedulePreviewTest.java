package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.StoredProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Forecasts on the command line: of files, stored schedules and lists. */
final class SchedulePreviewTest {
    private static final String REPORT = "'taskId':'report','type':'shell','cron':'30 2 * * *','zone':'Europe/Berlin'";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void atSix() {
        system = new WrittenSystem(directory);
        system.at("06:00:00");
    }

    private void applied(String fields) {
        system.apply(Kind.SCHEDULE.decode(json(fields)));
    }

    private static byte[] json(String fields) {
        return ("{" + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private void calendar(String fields) throws IOException {
        Files.write(directory.resolve("calendar.json"), json(fields));
        assertThat(system.run("calendar", "apply", "-f", "calendar.json").code())
                .isZero();
    }

    private void marked(String taskId, StoredProgress progress, @Nullable String pausedReason) {
        system.marker(MarkerBuilder.builder()
                .taskId(taskId)
                .position(100)
                .floor(DecidedUpTo.allOf(Instant.EPOCH))
                .progress(progress)
                .overrides(ScheduleOverrides.NONE)
                .pausedSince(pausedReason == null ? null : Instant.parse("2026-11-18T05:00:00Z"))
                .pausedReason(pausedReason)
                .rest(Map.of())
                .build());
    }

    private static StoredProgress had(long runs) {
        return new StoredProgress(runs, 0, List.of(), null, List.of(), null, null);
    }

    @Test
    void instantsAreShownInBothTimesWithTheirClockChanges() {
        applied(REPORT);

        Ran ran = system.run(
                "schedule", "preview", "report", "--from", "2027-03-27T00:00:00Z", "--to", "2027-03-30T00:00:00Z");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.lines())
                .contains(
                        "report: At 02:30 every day, in Europe/Berlin time",
                        "From 2027-03-27T00:00:00Z until before 2027-03-30T00:00:00Z: 3 instants fire.")
                .anyMatch(line -> line.matches(
                        "fires +2027-03-28T01:00:00Z +Sun 2027-03-28 03:00:00 \\+02:00 +The clocks skip.*"));
    }

    @Test
    void whatACalendarLeavesOutIsShownWithTheReason() throws IOException {
        calendar("'name':'work','weekdays':['mon-fri'],'exclude':['2026-11-19']");
        applied(REPORT + ",'calendar':'work','jitter':'5m'");

        Ran ran = system.run("schedule", "preview", "report", "--from", "2026-11-17T00:00:00Z");

        assertThat(ran.out())
                .contains("4 instants fire, 3 are left out.")
                .containsPattern("would have fired +2026-11-18T01:30:00Z +2026-11-18T01:3")
                .containsPattern("left out +2026-11-19T01:30:00Z.* its calendar leaves it out \\(CALENDAR\\)")
                .contains("carillon why report --at INSTANT");
        assertThat(system.run("schedule", "list").out()).containsPattern("on +2026-11-20T01:3.*put off from");
    }

    @Test
    void aDefinitionThatNobodyHasAppliedIsForetoldAndNothingWritten() throws IOException {
        Files.write(directory.resolve("new.json"), json("'taskId':'new','type':'x','every':'1h','maxRuns':2"));

        Ran ran = system.run("schedule", "preview", "-f", "new.json", "--from", "2026-11-18T06:30:00Z", "-o", "json");

        assertThat(ran.code()).as(ran.err()).isZero();
        JsonNode answer = Json.read(ran.out().getBytes(StandardCharsets.UTF_8));
        assertThat(answer.get("items")).hasSize(2);
        assertThat(answer.at("/prospect/code").stringValue()).isEqualTo("ACTIVE");
        assertThat(answer.at("/notes/0").stringValue()).contains("2 runs (maxRuns)");
        assertThat(system.run("schedule", "list").out()).startsWith("no schedules yet");
    }

    @Test
    void aFileThatNamesNoCalendarOfThisClusterIsRefused() throws IOException {
        Files.write(directory.resolve("new.json"), json("'taskId':'new','type':'x','every':'1h','calendar':'wrok'"));

        Ran ran = system.run("schedule", "preview", "-f", "new.json");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("UNKNOWN_CALENDAR").contains("wrok");
    }

    @Test
    void rangesAndNumbersAreBounded() {
        applied(REPORT);

        assertThat(refusal("--from", "2026-11-19T00:00:00Z", "--to", "2026-11-19T00:00:00Z"))
                .contains("--to", "is not after --from", "CONFLICTING_FIELDS");
        assertThat(refusal("--to", "2047-01-01T00:00:00Z")).contains("--to", "3660 days", "OUT_OF_RANGE");
        assertThat(refusal("--limit", "1001")).contains("--limit", "1001", "OUT_OF_RANGE");
        assertThat(system.run("schedule", "preview", "report", "--limit", "2").out())
                .contains("There are more from 2026-11-21T01:30:00Z on");
        assertThat(system.run("schedule", "preview").code()).isEqualTo(2);
        assertThat(system.run("schedule", "preview", "gone").code()).isEqualTo(3);
    }

    private String refusal(String... options) {
        String[] args = new String[options.length + 3];
        List.of("schedule", "preview", "report").toArray(args);
        System.arraycopy(options, 0, args, 3, options.length);
        Ran ran = system.run(args);
        assertThat(ran.code()).isEqualTo(2);
        return ran.err();
    }

    @Test
    void whyAScheduleIsSilentIsListedWithTheNextStep() {
        applied("'taskId':'done','type':'shell','every':'1h','maxRuns':3");
        applied("'taskId':'failing','type':'shell','every':'1h','pauseAfterFailures':2");
        applied("'taskId':'once','type':'shell','at':'2026-11-18T05:00:00Z'");
        applied("'taskId':'resting','type':'shell','every':'1h','enabled':false,'pausedReason':'holidays'");
        marked("done", had(3), null);
        marked("failing", had(0), "2 executions in a row failed, the last one failing:2026-11-18T05:00:00Z");

        List<String> lines = system.run("schedule", "list").lines();

        assertThat(lines.get(1)).contains("complete: it has had its 3 runs (maxRuns)");
        assertThat(lines.get(2))
                .contains(
                        "paused by failures", "2 executions in a row failed, the last one failing:2026-11-18T05:00:00Z")
                .endsWith("; carillon schedule resume failing");
        assertThat(lines.get(3)).contains("complete: its one instant, 2026-11-18T05:00:00Z, is past");
        assertThat(lines.get(4)).contains("paused: holidays; carillon schedule resume resting");
        Ran got = system.run("schedule", "get", "failing");
        assertThat(got.err())
                .contains(
                        "failing (paused by failures): it has paused itself: 2 executions in a row failed",
                        "since 2026-11-18T05:00:00Z");
        assertThat(got.out()).startsWith("{").doesNotContain("paused itself");
        assertThat(system.run("schedule", "preview", "failing", "--to", "2026-11-18T08:00:00Z")
                        .out())
                .contains("Current state: it has paused itself", "next: carillon schedule resume failing");
    }

    @Test
    void programsAreToldHowAScheduleStandsByTheNamesOfRest() {
        applied("'taskId':'failing','type':'shell','every':'1h','pauseAfterFailures':2");
        applied("'taskId':'resting','type':'shell','every':'1h','enabled':false,'pausedReason':'holidays'");
        applied("'taskId':'working','type':'shell','every':'1h'");
        marked("failing", had(0), "2 executions in a row failed");

        List<JsonNode> listed = system.run("schedule", "list", "-o", "json").lines().stream()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
        Ran got = system.run("schedule", "get", "failing", "-o", "json");

        assertThat(got.lines()).containsExactly(listed.get(0).toString());
        assertThat(listed.get(0).at("/standing").stringValue()).isEqualTo("PAUSED");
        assertThat(listed.get(0).at("/prospect/code").stringValue()).isEqualTo("PAUSED_BY_FAILURES");
        assertThat(listed.get(0).at("/prospect/step").stringValue()).isEqualTo("carillon schedule resume failing");
        assertThat(listed.get(0).has("nextFire")).isFalse();
        assertThat(listed.get(1).at("/prospect/code").stringValue()).isEqualTo("PAUSED");
        assertThat(listed.get(1).at("/pausedReason").stringValue()).isEqualTo("holidays");
        assertThat(listed.get(2).at("/standing").stringValue()).isEqualTo("ACTIVE");
        assertThat(listed.get(2).at("/nextFire/at").stringValue()).isEqualTo("2026-11-18T07:00:00Z");
        assertThat(listed.get(2).at("/definition/every").stringValue()).isEqualTo("1h");
    }

    @Test
    void anUnreadableScheduleIsListedWithItsProblem() {
        system.schedule("broken", json("'taskId':'broken','type':'shell','cron':'61 * * * *'"));

        Ran got = system.run("schedule", "get", "broken", "-o", "json");

        JsonNode shown = Json.read(got.out().getBytes(StandardCharsets.UTF_8));
        assertThat(shown.at("/standing").stringValue()).isEqualTo("BROKEN");
        assertThat(shown.at("/problem").stringValue()).contains("cron");
    }

    @Test
    void whatIsListedForProgramsIsABackupThatCanBeApplied() throws IOException {
        applied("'taskId':'a','type':'shell','every':'1h'");
        applied("'taskId':'b','type':'shell','every':'2h','enabled':false,'pausedReason':'holidays'");
        Files.writeString(
                directory.resolve("schedules.ndjson"),
                system.run("schedule", "list", "-o", "json").out());

        Ran ran = system.run("schedule", "apply", "-f", "schedules.ndjson");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.lines()).anySatisfy(line -> assertThat(line).startsWith("a unchanged"));
        assertThat(ran.lines()).contains("b unchanged, paused");
    }

    @Test
    void aNewDefinitionCountsBeforeTheTriggerHasTakenItUp() {
        applied("'taskId':'failing','type':'shell','every':'1h','pauseAfterFailures':2");
        system.marker(MarkerBuilder.builder()
                .taskId("failing")
                .position(1)
                .floor(DecidedUpTo.allOf(Instant.EPOCH))
                .progress(StoredProgress.NOTHING)
                .overrides(ScheduleOverrides.NONE)
                .pausedSince(Instant.parse("2026-11-18T05:00:00Z"))
                .pausedReason("2 executions in a row failed")
                .rest(Map.of())
                .build());
        assertThat(system.run("schedule", "list").out()).contains("paused by failures");

        assertThat(system.run("schedule", "resume", "failing").code()).isZero();

        assertThat(system.run("schedule", "list").lines().get(1)).contains("on     2026-11-18T07:00:00Z");
    }
}
