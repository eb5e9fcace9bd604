package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.StoredProgress;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScheduleBackfillTest {
    private static final Instant FIVE = Instant.parse("2026-11-18T05:00:00Z");
    private static final Instant SIX = Instant.parse("2026-11-18T06:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void systemWithTwoSchedules() {
        cli = new CommandLineHarness(directory)
                .withSchedule(of("report", FiringRule.every(Duration.ofMinutes(10))))
                .withSchedule(of("busy", FiringRule.every(Duration.ofSeconds(1))));
    }

    @Test
    void anOrderSaysHowManyItWillMakeAndWhatToDoNext() {
        Ran ran = backfill("report", "--from", "2026-11-18T05:00:00Z", "--to", "2026-11-18T06:00:00Z");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.lines())
                .containsExactly(
                        "backfill requested for report: 6 instants from 2026-11-18T05:00:00Z to before"
                                + " 2026-11-18T06:00:00Z, at most 10 at a time",
                        "See its progress: carillon schedule backfill report",
                        "Stop it: carillon schedule backfill report --cancel");
        Command command = newest();
        assertThat(command.command()).isEqualTo(CommandKind.BACKFILL);
        assertThat(command.subject()).isEqualTo("report");
        assertThat(List.of(String.valueOf(command.from()), String.valueOf(command.to())))
                .containsExactly(FIVE.toString(), SIX.toString());
        assertThat(command.maxRunning()).isEqualTo(10);
    }

    @Test
    void aDryRunAsksForNothing() {
        Ran ran = backfill("report", "--from", "2026-11-18T05:00:00Z", "--max-running", "3", "--dry-run");

        assertThat(ran.out())
                .startsWith("would request a backfill of report: 6 instants")
                .contains("at most 3 at a time");
        assertThat(backfill("report", "--from", "2026-11-18T05:00:00Z", "--dry-run", "-o", "json")
                        .out())
                .contains("\"planned\":6", "\"dryRun\":true");
        assertThat(cli.log.all(NAMES.control())).isEmpty();
    }

    @Test
    void whatCantBeMadeUpForIsRefusedBeforeItIsAskedFor() {
        cli.withSchedule(Kind.SCHEDULE.decode("{\"taskId\":\"child\",\"type\":\"shell\",\"dependsOn\":[\"report\"]}"
                .getBytes(StandardCharsets.UTF_8)));
        refused("NO_PLAN", "child", "--from", "2026-11-18T05:00:00Z");
        refused("OUT_OF_RANGE", "report", "--from", "2026-11-18T05:00:00Z", "--to", "2026-11-18T07:00:00Z");
        refused("CONFLICTING_FIELDS", "report", "--from", "2026-11-18T05:00:00Z", "--to", "2026-11-18T05:00:00Z");
        refused("CONFLICTING_FIELDS", "report", "--from", "2026-11-18T05:00:00Z", "--cancel");
        refused("MISSING_FIELD", "report", "--to", "2026-11-18T05:00:00Z");
        refused("NEVER_FIRES", "report", "--from", "2026-11-18T05:00:01Z", "--to", "2026-11-18T05:10:00Z");
        refused("TOO_MANY_ENTRIES", "busy", "--from", "2026-11-17T00:00:00Z");
        refused("OUT_OF_RANGE", "report", "--from", "2026-11-18T05:00:00Z", "--max-running", "1001");
        refused("OUT_OF_RANGE", "report", "--from", "1969-01-01T00:00:00Z");
        assertThat(cli.log.all(NAMES.control())).isEmpty();
    }

    private void refused(String code, String... words) {
        Ran ran = backfill(words);
        assertThat(ran.code()).as(String.join(" ", words)).isEqualTo(2);
        assertThat(ran.err()).as(String.join(" ", words)).contains("[" + code + "]");
    }

    @Test
    void oneThatIsUnderWayIsShownAndASecondRefused() {
        underWay();

        assertThat(backfill("report").lines())
                .containsExactly(
                        "backfill of report, 2026-11-18T05:00:00Z to before 2026-11-18T06:00:00Z: 2 of 6 instants made,"
                                + " 1 open (at most 2), 4 to go from 2026-11-18T05:10:01Z",
                        "  open: report:2026-11-18T05:10:00.000000007Z~aaaaaaah",
                        "Next: carillon why report:2026-11-18T05:10:00.000000007Z~aaaaaaah",
                        "Next: carillon schedule backfill report --cancel");
        assertThat(backfill("report", "-o", "json").out())
                .contains(
                        "\"made\":2",
                        "\"remaining\":4",
                        "\"open\":[\"report:2026-11-18T05:10:00.000000007Z~aaaaaaah\"]");
        assertThat(cli.run("schedule", "get", "report").err()).contains("2 of 6 instants made");
        assertThat(cli.run("schedule", "list").out())
                .contains("backfill of report")
                .contains("4 to go");
        refused("BACKFILL_UNDER_WAY", "report", "--from", "2026-11-18T05:00:00Z");
    }

    @Test
    void cancellingSaysHowFarItCame() {
        underWay();
        assertThat(backfill("report", "--cancel", "--dry-run").out())
                .startsWith("would request to stop the backfill of report");
        assertThat(cli.log.all(NAMES.control())).isEmpty();
        Ran ran = backfill("report", "--cancel", "--reason", "enough");

        assertThat(ran.out())
                .startsWith("stop requested for the backfill of report")
                .contains("2 of 6 instants made");
        assertThat(newest().command()).isEqualTo(CommandKind.CANCEL_BACKFILL);
        assertThat(newest().reason()).isEqualTo("enough");
    }

    @Test
    void whereNoneIsUnderWayItSaysSo() {
        assertThat(backfill("report").lines())
                .containsExactly(
                        "no backfill of report is under way",
                        "Start one: carillon schedule backfill report --from TIME --to TIME");
        assertThat(backfill("report", "-o", "json").out()).isEqualTo("{\"taskId\":\"report\"}\n");
        assertThat(backfill("report", "--cancel").lines())
                .containsExactly(
                        "stop requested for the backfill of report; none is under way yet",
                        "Unless one was requested a moment ago, this changes nothing. See:"
                                + " carillon schedule backfill report");
        assertThat(backfill("report", "--cancel", "-o", "json").out()).isEqualTo("{\"taskId\":\"report\"}\n");
    }

    private void underWay() {
        Backfill backfill = Backfill.ordered(FIVE, SIX, 2, 7, 6)
                .made(FIVE, SIX)
                .made(FIVE.plusSeconds(600), SIX)
                .ended(FIVE.plusNanos(7))
                .orElseThrow();
        Marker marker = MarkerBuilder.builder()
                .taskId("report")
                .position(1)
                .floor(DecidedUpTo.allOf(SIX))
                .progress(StoredProgress.NOTHING)
                .overrides(ScheduleOverrides.NONE.withBackfill(backfill))
                .rest(Map.of())
                .build();
        byte[] key = "report".getBytes(StandardCharsets.UTF_8);
        cli.log.put(new OutgoingRecord(NAMES.triggerState(), 0, key, Kind.MARKER.encode(marker), HeaderList.none()));
    }

    private Ran backfill(String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "schedule";
        all[1] = "backfill";
        System.arraycopy(words, 0, all, 2, words.length);
        return cli.run(all);
    }

    private Command newest() {
        List<ReceivedRecord> all = cli.log.all(NAMES.control());
        byte[] value = all.get(all.size() - 1).value();
        return Kind.COMMAND.decode(Objects.requireNonNull(value));
    }

    private static Schedule of(String taskId, FiringRule when) {
        return Schedule.of(taskId, when, Work.of("shell", RawJson.NULL));
    }
}
