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
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScheduleCommandsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void systemWithOneWorker() {
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    @Test
    void appliedScheduleIsWrittenAndItsNextFireSaid() throws IOException {
        Ran ran = apply("""
                taskId: report
                cron: "0 6 * * *"
                zone: Europe/Berlin
                type: shell
                payload: {script: date}
                """);
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("report created, next fires at 2026-11-19T05:00:00Z (in 22 h 59 min)\n");
        Schedule written = newest();
        assertThat(written.when().cron()).isEqualTo("0 6 * * *");
        assertThat(written.createdAt()).isEqualTo(CommandLineHarness.NOW);
    }

    @Test
    void changedScheduleKeepsItsBirthday() throws IOException {
        cli.withSchedule(report().withTimes(CommandLineHarness.NOW.minusSeconds(60), CommandLineHarness.NOW));
        Ran ran = apply("{taskId: report, every: 10s, type: shell}");
        assertThat(ran.out()).startsWith("report changed, next fires at 2026-11-18T06:00:10Z");
        assertThat(newest().createdAt()).isEqualTo(CommandLineHarness.NOW.minusSeconds(60));
    }

    @Test
    void nothingIsAppliedIfAnythingIsWrong() throws IOException {
        Ran ran = apply("""
                - taskId: good
                  every: 5s
                  type: shell
                - taskId: bad
                  every: 5s
                  type: shel
                """);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err().lines().toList())
                .containsExactly(
                        "jobs.yaml:6:3: type: no live worker of the queue default serves the type \"shel\"; did"
                                + " you mean shell? served types: http, shell; skip this check with --force"
                                + " [UNKNOWN_TYPE]",
                        "carillon: nothing was applied: 1 problem to fix");
        assertThat(cli.log.all(NAMES.schedules())).isEmpty();
    }

    @Test
    void dryRunWritesNothing() throws IOException {
        Files.writeString(directory.resolve("jobs.yaml"), "{taskId: report, every: 5s, type: shell}");
        Ran ran = cli.run("schedule", "apply", "-f", "jobs.yaml", "--dry-run", "-o", "json");
        assertThat(ran.out())
                .isEqualTo("{\"taskId\":\"report\",\"done\":\"nothing\",\"next\":\"2026-11-18T06:00:05Z\"}\n");
        assertThat(cli.log.all(NAMES.schedules())).isEmpty();
    }

    @Test
    void theSameMeaningIsUnchangedAndWritesNothing() throws IOException {
        apply("{\"taskId\": \"report\", \"every\": \"5s\", \"type\": \"shell\", \"payload\": {\"a\": 1, \"b\": 2.50}}");
        Ran again = apply("""
                payload: {b: 2.5, a: 1}
                type: shell
                every: 5s
                taskId: report
                """);
        assertThat(again.code()).isZero();
        assertThat(again.out()).startsWith("report unchanged, next fires at ");
        assertThat(cli.run("schedule", "apply", "-f", "jobs.yaml", "-o", "json").out())
                .contains("\"done\":\"unchanged\"");
        assertThat(cli.run("schedule", "apply", "-f", "jobs.yaml", "--dry-run").out())
                .startsWith("report would be unchanged");
        assertThat(cli.log.all(NAMES.schedules())).hasSize(1);
        assertThat(cli.log.all(NAMES.audit())).hasSize(1);
    }

    @Test
    void theSameIsWrittenAgainWhereTheTriggerCannotUseIt() throws IOException {
        String report = "{taskId: report, every: 5s, type: shell}";
        apply(report);
        String marker = "{\"taskId\":\"report\",\"position\":1,\"floor\":{\"due\":\"1970-01-01T00:00:00Z\"},"
                + "\"brokenCode\":\"UNKNOWN_QUEUE\",\"brokenMessage\":\"it has no topics\"}";
        cli.log.put(new OutgoingRecord(
                NAMES.triggerState(),
                0,
                "report".getBytes(StandardCharsets.UTF_8),
                marker.getBytes(StandardCharsets.UTF_8),
                HeaderList.none()));

        String again = "changed (same definition, written again so that it takes effect), next fires at ";
        assertThat(cli.run("schedule", "apply", "-f", "jobs.yaml", "--dry-run").out())
                .startsWith("report would be " + again);
        assertThat(apply(report).out()).startsWith("report " + again);
        assertThat(apply(report).out()).startsWith("report unchanged, next fires at ");
        assertThat(cli.log.all(NAMES.schedules())).hasSize(2);
    }

    @Test
    void ofManyTheNumbersAreSaidAndThoseThatHaveChanged() throws IOException {
        String many = IntStream.range(0, 30)
                .mapToObj(n -> "{\"taskId\":\"job-" + n + "\",\"every\":\"5s\",\"type\":\"shell\"}\n")
                .collect(Collectors.joining());
        assertThat(apply(many).out()).isEqualTo("30 schedules: 30 created\n");
        Ran again = apply(many.replace("job-7\",\"every\":\"5s", "job-7\",\"every\":\"6s"));
        assertThat(again.lines()).hasSize(2);
        assertThat(again.out())
                .startsWith("job-7 changed, next fires at ")
                .endsWith("30 schedules: 1 changed, 29 unchanged\n");
        assertThat(cli.run("schedule", "apply", "-f", "jobs.yaml", "-o", "json").lines())
                .hasSize(30);
        assertThat(cli.log.all(NAMES.schedules())).hasSize(31);
    }

    @Test
    void aFileThatDoesNotSayEnabledLeavesAPausedSchedulePaused() throws IOException {
        apply("{taskId: report, every: 5s, type: shell}");
        cli.run("schedule", "pause", "report", "--reason", "holiday");

        assertThat(apply("{taskId: report, every: 5s, type: shell}").out()).isEqualTo("report unchanged, paused\n");
        assertThat(apply("{taskId: report, every: 6s, type: shell}").out()).isEqualTo("report changed, paused\n");
        assertThat(newest().pausedReason()).isEqualTo("holiday");

        assertThat(apply("{taskId: report, every: 6s, type: shell, enabled: true}")
                        .out())
                .startsWith("report changed, next fires at ");
        assertThat(newest().enabled()).isTrue();
        assertThat(newest().pausedReason()).isNull();
    }

    @Test
    void scheduleIsReadFromStandardInput() {
        Ran ran = cli.reading("taskId: report\nevery: 5s\ntype: shell\n").run("schedule", "apply", "-f", "-");
        assertThat(ran.out()).startsWith("report created");
        Ran bad = cli.reading("taskId: a b\nevery: 5s\ntype: shell\n").run("schedule", "apply", "-f", "-");
        assertThat(bad.err()).startsWith("standard input:1:1: taskId: \"a b\" has a character at position 2");
    }

    @Test
    void listIsATableWithTheNextFire() {
        cli.withSchedule(report()).withSchedule(Schedule.of("tidy", FiringRule.cron("0 * * * *", null), shell()));
        assertThat(cli.run("schedule", "list").lines())
                .containsExactly(
                        "TASK    WHEN            TYPE   QUEUE    STATE  NEXT",
                        "report  every 5s        shell  default  on     2026-11-18T06:00:05Z (in 4.7 s)",
                        "tidy    cron 0 * * * *  shell  default  on     2026-11-18T07:00:00Z (in 59 min 59 s)");
    }

    @Test
    void whatGetPrintsCanBeAppliedAgain() {
        cli.withSchedule(report());
        String printed = cli.run("schedule", "get", "report").out();
        Ran again = cli.reading(printed).run("schedule", "apply", "-f", "-");
        assertThat(again.err()).isEmpty();
        assertThat(again.out()).startsWith("report unchanged, next fires at ");
        assertThat(cli.log.all(NAMES.schedules())).hasSize(1);
    }

    @Test
    void missingScheduleIsNotFoundWithSuggestion() {
        cli.withSchedule(report());
        Ran ran = cli.run("schedule", "get", "reprot");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("did you mean report? [NO_SUCH_SCHEDULE]");
    }

    @Test
    void pauseAndResumeSwitchTheSchedule() {
        cli.withSchedule(report());
        assertThat(cli.run("schedule", "pause", "report", "--reason", "holiday").out())
                .isEqualTo("report paused\n");
        assertThat(newest().enabled()).isFalse();
        assertThat(newest().pausedReason()).isEqualTo("holiday");
        assertThat(cli.run("schedule", "pause", "report").out()).isEqualTo("report is paused already\n");
        assertThat(cli.run("schedule", "resume", "report").out()).isEqualTo("report resumed\n");
        assertThat(newest().enabled()).isTrue();
    }

    @Test
    void manyAreSwitchedInTheOrderInWhichTheyAreNamedEachWithItsEntryBefore() {
        List<String> words = new ArrayList<>(List.of("schedule", "pause", "--reason", "holiday"));
        for (int i = 0; i < 2_500; i++) {
            cli.withSchedule(report("report-" + i));
            words.add("report-" + i);
        }
        List<String> appended = new ArrayList<>();
        cli.log.whenAppended(record -> appended.add(record.topic()));
        Ran ran = cli.run(words.toArray(String[]::new));
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.lines()).hasSize(2_500).startsWith("report-0 paused").endsWith("report-2499 paused");
        assertThat(appended.subList(0, 1_000)).containsOnly(NAMES.audit());
        assertThat(appended.subList(1_000, 2_000)).containsOnly(NAMES.schedules());
        assertThat(cli.log.all(NAMES.audit())).hasSize(2_500).allSatisfy(record -> assertThat(
                        record.read(Kind.AUDIT_ENTRY::ifReadable))
                .hasValueSatisfying(entry -> assertThat(List.of(entry.action(), entry.reason()))
                        .containsExactly("pause-schedule", "holiday")));
        assertThat(newest().enabled()).isFalse();
    }

    @Test
    void nothingIsSwitchedIfOneOfThoseNamedIsNotThere() {
        cli.withSchedule(report());
        Ran ran = cli.run("schedule", "pause", "report", "reprot");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("did you mean report? [NO_SUCH_SCHEDULE]");
        assertThat(newest().enabled()).isTrue();
        assertThat(cli.log.all(NAMES.audit())).isEmpty();
    }

    @Test
    void allOrThoseWithALabelAreSwitched() throws IOException {
        apply("{taskId: a, every: 5s, type: shell, labels: {team: ops, tier: one}}");
        apply("{taskId: b, every: 5s, type: shell, labels: {team: ops}}");
        apply("{taskId: c, every: 5s, type: shell}");
        assertThat(cli.run("schedule", "pause", "--label", "team=ops", "--label", "tier=one")
                        .lines())
                .containsExactly("a paused");
        assertThat(cli.run("schedule", "pause", "--label", "team=ops").lines()).containsExactly("b paused");
        assertThat(cli.run("schedule", "pause", "--all").lines()).containsExactly("c paused");
        assertThat(cli.run("schedule", "pause", "--all").out()).isEqualTo("there is nothing to pause\n");
        assertThat(cli.run("schedule", "resume", "--all").lines())
                .containsExactly("a resumed", "b resumed", "c resumed");
    }

    @Test
    void schedulesToSwitchAreNamedInOneWay() {
        assertThat(cli.run("schedule", "pause").err()).contains("[MISSING_OPTION]");
        assertThat(cli.run("schedule", "pause", "report", "--all").err()).contains("[CONFLICTING_OPTIONS]");
    }

    @Test
    void deleteWritesATombstoneForEachOrForNone() {
        cli.withSchedule(report());
        assertThat(cli.run("schedule", "delete", "report", "other").code()).isEqualTo(3);
        assertThat(cli.run("schedule", "list").out()).contains("report");
        assertThat(cli.run("schedule", "delete", "report").code()).isZero();
        assertThat(cli.run("schedule", "list").out()).startsWith("no schedules yet");
    }

    @Test
    void runAsksForAnExecutionOfAKeyThatItNames() {
        cli.withSchedule(report());
        Ran ran = cli.run("schedule", "run", "report");
        List<ReceivedRecord> asked = cli.log.all(NAMES.control());
        assertThat(asked).hasSize(1);
        Command command = asked.get(0).read(Kind.COMMAND::ifReadable).orElseThrow();
        assertThat(asked.get(0).keyText()).isEqualTo("report");
        assertThat(command.command()).isEqualTo(CommandKind.RUN_NOW);
        assertThat(ran.out()).isEqualTo("run requested: report:" + command.execTime() + "\n");
    }

    @Test
    void skipNextAsksForItEachTimeAnewAndLeavesTheDefinition() {
        cli.environment.put("USER", "ann");
        cli.withSchedule(report());
        int definitions = cli.log.all(NAMES.schedules()).size();
        Ran ran = cli.run("schedule", "skip-next", "report", "--reason", "the source is being moved");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("skip requested for the next tick of report\n");
        assertThat(cli.run("schedule", "skip-next", "report").code()).isZero();

        List<ReceivedRecord> asked = cli.log.all(NAMES.control());
        assertThat(asked).extracting(ReceivedRecord::keyText).containsExactly("report", "report");
        List<Command> commands = asked.stream()
                .map(record -> record.read(Kind.COMMAND::ifReadable).orElseThrow())
                .toList();
        assertThat(commands).extracting(Command::command).containsOnly(CommandKind.SKIP_NEXT);
        assertThat(commands).extracting(Command::subject).containsOnly("report");
        assertThat(commands).extracting(Command::by).containsOnly("ann");
        assertThat(commands).extracting(Command::at).containsOnly(CommandLineHarness.NOW);
        assertThat(commands).extracting(Command::reason).containsExactly("the source is being moved", null);
        assertThat(cli.log.all(NAMES.schedules())).hasSize(definitions);
    }

    @Test
    void skipNextOfAScheduleThatIsNotThereAsksForNothing() {
        cli.withSchedule(report());
        Ran ran = cli.run("schedule", "skip-next", "reprot");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("did you mean report? [NO_SUCH_SCHEDULE]");
        assertThat(cli.log.all(NAMES.control())).isEmpty();
    }

    @Test
    void whoeverChangesAScheduleOrAsksForSomethingIsNamed() throws IOException {
        cli.environment.put("USER", "ann");
        cli.withSchedule(report());
        apply("{taskId: report, every: 10s, type: shell}");
        cli.run("schedule", "pause", "report", "--reason", "holiday");
        cli.run("schedule", "resume", "report");
        cli.run("schedule", "run", "report");
        cli.run("schedule", "delete", "report");

        List<AuditEntry> entries = cli.log.all(NAMES.audit()).stream()
                .map(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow())
                .toList();
        assertThat(entries)
                .extracting(AuditEntry::action)
                .containsExactly("apply-schedule", "pause-schedule", "resume-schedule", "delete-schedule");
        assertThat(entries).extracting(AuditEntry::by).containsOnly("ann");
        assertThat(entries).extracting(AuditEntry::subject).containsOnly("report");
        assertThat(entries.get(1).reason()).isEqualTo("holiday");
        assertThat(cli.log
                        .all(NAMES.control())
                        .get(0)
                        .read(Kind.COMMAND::ifReadable)
                        .map(Command::by))
                .contains("ann");
    }

    private Ran apply(String yaml) throws IOException {
        Files.writeString(directory.resolve("jobs.yaml"), yaml);
        return cli.run("schedule", "apply", "-f", "jobs.yaml");
    }

    private Schedule newest() {
        List<ReceivedRecord> all = cli.log.all(NAMES.schedules());
        return all.get(all.size() - 1).read(Kind.SCHEDULE::ifReadable).orElseThrow();
    }

    private static Schedule report() {
        return report("report");
    }

    private static Schedule report(String taskId) {
        return Schedule.of(taskId, FiringRule.every(java.time.Duration.ofSeconds(5)), shell());
    }

    private static Work shell() {
        return Work.of("shell", RawJson.parse("{\"script\":\"date\"}"));
    }
}
