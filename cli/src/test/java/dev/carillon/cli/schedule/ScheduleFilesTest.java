package dev.carillon.cli.schedule;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules and calendars from several files, in thousands, and whatever else may lie in their topics. */
@Timeout(120)
final class ScheduleFilesTest {
    private final Path directory;
    private final CommandLineHarness cli;

    ScheduleFilesTest(@TempDir Path directory) {
        this.directory = directory;
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static String schedule(String taskId, String more) {
        return "{taskId: " + taskId + ", every: 5s, type: shell" + more + "}\n";
    }

    private Ran apply(String... names) {
        String[] words = new String[2 + 2 * names.length];
        words[0] = "schedule";
        words[1] = "apply";
        for (int i = 0; i < names.length; i++) {
            words[2 + 2 * i] = "-f";
            words[3 + 2 * i] = names[i];
        }
        return cli.run(words);
    }

    private int written() {
        return cli.log.all(NAMES.schedules()).size();
    }

    @Test
    void severalFilesAreAppliedTogether() throws IOException {
        file("a.yaml", schedule("a", ""));
        file("b.json", "[{\"taskId\":\"b\",\"every\":\"5s\",\"type\":\"shell\"}]");
        assertThat(apply("a.yaml", "b.json").lines())
                .satisfiesExactly(one -> assertThat(one).startsWith("a created, "), two -> assertThat(two)
                        .startsWith("b created, "));
    }

    @Test
    void filesFromWindowsAreReadAsAnyOther() throws IOException {
        String line = "{\"taskId\":\"a\",\"every\":\"5s\",\"type\":\"shell\"}\r\n";
        file("a.ndjson", "\uFEFF" + line + line.replace("\"a\"", "\"b\""));
        file("c.yaml", "\uFEFF" + schedule("c", "").replace("\n", "\r\n"));
        file("payload.json", "\uFEFF{\"a\":1}\r\n");
        assertThat(apply("a.ndjson", "c.yaml").lines()).hasSize(3);
        assertThat(cli.run("submit", "shell", "--payload", "@payload.json").code())
                .isZero();
    }

    @Test
    void aMistakeInOneFileKeepsAllOfThemOut() throws IOException {
        file("a.yaml", schedule("a", ""));
        file("b.yaml", schedule("b", ", prority: high"));
        file("c.yaml", schedule("c", ", every: 6s"));
        Ran ran = apply("a.yaml", "b.yaml", "c.yaml");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("b.yaml:1:"),
                        two -> assertThat(two).startsWith("c.yaml:1:"),
                        three -> assertThat(three).isEqualTo("carillon: nothing was applied: 2 problems to fix"));
        assertThat(written()).isZero();
    }

    /** Which of the two would count depended on the order of the words. */
    @Test
    void aScheduleInTwoFilesIsAMistakeAsItIsInOne() throws IOException {
        file("a.yaml", schedule("same", ""));
        file("b.yaml", schedule("other", "") + "---\n" + schedule("same", ", queue: default"));
        Ran ran = apply("a.yaml", "b.yaml");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .startsWith("b.yaml:3:2: taskId: same is in a.yaml as well; keep one of the two [DUPLICATE_FIELD]");
        assertThat(apply("a.yaml", "a.yaml").code()).isEqualTo(2);
        assertThat(written()).isZero();
    }

    @Test
    void aCalendarInTwoFilesIsAMistakeAsItIsInOne() throws IOException {
        file("a.yaml", "name: work\n");
        file("b.yaml", "name: work\nzone: UTC\n");
        Ran ran = cli.run("calendar", "apply", "-f", "a.yaml", "-f", "b.yaml");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("b.yaml:1:1: name: work is in a.yaml as well", "[DUPLICATE_FIELD]");
        assertThat(cli.log.all(NAMES.calendars())).isEmpty();
    }

    @Test
    void parentsMayBeInAnotherFileOfTheSameCall() throws IOException {
        file("child.yaml", "{taskId: child, dependsOn: [parent], type: shell}\n");
        file("parent.yaml", schedule("parent", ""));
        assertThat(apply("child.yaml").err())
                .contains("child.yaml:1:", "parent")
                .contains("nothing was applied");
        assertThat(apply("child.yaml", "parent.yaml").code()).isZero();
    }

    @Test
    void unknownQueuesTypesAndCalendarsAreNamedTogether() throws IOException {
        file(
                "jobs.yaml",
                "- " + schedule("a", ", queue: mail") + "- " + schedule("b", ", calendar: work")
                        + "- {taskId: c, every: 5s, type: shel}\n");
        Ran ran = apply("jobs.yaml");
        assertThat(ran.err().lines())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("jobs.yaml:1:").endsWith("[UNKNOWN_QUEUE]"),
                        two -> assertThat(two).startsWith("jobs.yaml:2:").endsWith("[UNKNOWN_CALENDAR]"),
                        three -> assertThat(three).startsWith("jobs.yaml:3:").endsWith("[UNKNOWN_TYPE]"),
                        four -> assertThat(four).endsWith("nothing was applied: 3 problems to fix"));
    }

    @Test
    void withoutWorkersSchedulesAreAppliedWithAWarning() throws IOException {
        CommandLineHarness alone = new CommandLineHarness(directory);
        file("jobs.yaml", "- " + schedule("a", "") + "- {taskId: b, every: 5s, type: http}\n");
        Ran ran = alone.run("schedule", "apply", "-f", "jobs.yaml");
        assertThat(ran.code()).isZero();
        assertThat(ran.err())
                .isEqualTo("carillon: no worker is running, so tasks of type http, shell wait until you start one with:"
                        + " carillon run worker\n");
    }

    @Test
    void tenThousandSchedulesAreAppliedListedPausedAndDeleted() throws IOException {
        String many = IntStream.range(0, 10_000)
                .mapToObj(n -> "{\"taskId\":\"job-" + n + "\",\"cron\":\"0 6 * * *\",\"type\":\"shell\"}\n")
                .collect(Collectors.joining());
        file("many.ndjson", many);
        assertThat(apply("many.ndjson").out()).isEqualTo("10000 schedules: 10000 created\n");
        assertThat(apply("many.ndjson").out()).isEqualTo("10000 schedules: 10000 unchanged\n");
        assertThat(written()).isEqualTo(10_000);
        List<String> listed = cli.run("schedule", "list").lines();
        assertThat(listed).hasSize(10_001);
        assertThat(listed.subList(1, listed.size())).isSorted();
        List<String> json = cli.run("schedule", "list", "-o", "json").lines();
        assertThat(json).hasSize(10_000);
        assertThat(json.get(9_999)).startsWith("{\"taskId\":\"job-9999\",");
        assertThat(cli.run("schedule", "pause", "--all").lines()).hasSize(10_000);
        assertThat(cli.run("schedule", "pause", "--all").out()).isEqualTo("there is nothing to pause\n");
    }

    @ParameterizedTest
    @CsvSource({"20, 20", "21, 1"})
    void upToTwentyAreShownLineByLine(int count, int lines) throws IOException {
        file(
                "jobs.yaml",
                IntStream.range(0, count)
                        .mapToObj(n -> "- " + schedule("job-" + n, ""))
                        .collect(Collectors.joining()));
        assertThat(apply("jobs.yaml").lines()).hasSize(lines);
    }

    private void foreign(String key, String value) {
        cli.log.put(new OutgoingRecord(
                NAMES.schedules(),
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                HeaderList.none()));
    }

    /** Anybody who may write to the topic chooses the key of a record, and its bytes. */
    @Test
    void aForeignRecordAmongTheSchedulesDoesNotMoveTheCursor() throws IOException {
        file("jobs.yaml", schedule("good", ""));
        apply("jobs.yaml");
        foreign("x\u001b[2J\nof two lines", "{\"taskId\":\"\u001b[2J\"");
        String[][] commands = {
            {"schedule", "list"}, {"schedule", "pause", "--all"}, {"schedule", "get", "x\u001b[2J\nof two lines"}
        };
        for (String[] command : commands) {
            Ran ran = cli.run(command);
            assertThat((ran.out() + ran.err()).replace("\n", "")).as(command[1]).doesNotContainPattern("\\p{Cntrl}");
        }
        assertThat(cli.run("schedule", "list").lines()).hasSize(3);
    }

    @Test
    void anUnreadableScheduleIsListedAndLeftAloneByAllButDelete() throws IOException {
        file("jobs.yaml", schedule("good", ""));
        apply("jobs.yaml");
        foreign("broken", "{");
        assertThat(cli.run("schedule", "list").lines().get(1)).matches("broken +- +- +- +unreadable +.+");
        Ran paused = cli.run("schedule", "pause", "--all");
        assertThat(paused.out()).isEqualTo("good paused\n");
        assertThat(paused.err()).startsWith("broken can't be read and is left unchanged: ");
        for (String command : List.of("pause", "resume", "run", "skip-next", "backfill")) {
            assertThat(cli.run("schedule", command, "broken").code())
                    .as(command)
                    .isEqualTo(3);
        }
        assertThat(cli.run("schedule", "get", "broken").out()).contains("\"problem\"");
        assertThat(cli.run("schedule", "delete", "broken").out()).isEqualTo("broken deleted\n");
        assertThat(cli.run("schedule", "list").lines()).hasSize(2);
    }

    @Test
    void aScheduleNamedTwiceIsDeletedOnce() throws IOException {
        file("jobs.yaml", schedule("a", ""));
        apply("jobs.yaml");
        int before = cli.log.all(NAMES.audit()).size();
        assertThat(cli.run("schedule", "delete", "a", "a").lines()).containsExactly("a deleted");
        assertThat(cli.log.all(NAMES.audit())).hasSize(before + 1);
    }

    @Test
    void aCalendarNamedTwiceIsDeletedOnce() throws IOException {
        file("days.yaml", "name: work\n");
        cli.run("calendar", "apply", "-f", "days.yaml");
        assertThat(cli.run("calendar", "delete", "work", "work").lines()).containsExactly("work deleted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schedule delete gone a", "calendar delete gone work"})
    void nothingIsDeletedIfOneOfThemIsNotThere(String line) throws IOException {
        file("jobs.yaml", schedule("a", ""));
        apply("jobs.yaml");
        file("days.yaml", "name: work\n");
        cli.run("calendar", "apply", "-f", "days.yaml");
        assertThat(cli.run(line.split(" ")).code()).isEqualTo(3);
        assertThat(cli.run("schedule", "list").lines()).hasSize(2);
        assertThat(cli.run("calendar", "list").lines()).hasSize(2);
    }

    @Test
    void deletingACalendarSaysHowManySchedulesNameIt() throws IOException {
        file("days.yaml", "name: work\n");
        cli.run("calendar", "apply", "-f", "days.yaml");
        file("jobs.yaml", "- " + schedule("a", ", calendar: work") + "- " + schedule("b", ", calendar: work"));
        apply("jobs.yaml");
        assertThat(cli.run("calendar", "delete", "work").out())
                .isEqualTo("work deleted; the ticks of 2 schedules that name it are skipped from now on\n");
    }

    @Test
    void labelsAreComparedWhole() throws IOException {
        file(
                "jobs.yaml",
                "- " + schedule("a", ", labels: {team: ops, empty: ''}") + "- "
                        + schedule("b", ", labels: {team: ops-2}"));
        apply("jobs.yaml");
        assertThat(cli.run("schedule", "pause", "--label", "team=op").out()).isEqualTo("there is nothing to pause\n");
        assertThat(cli.run("schedule", "pause", "--label", "TEAM=ops").out()).isEqualTo("there is nothing to pause\n");
        assertThat(cli.run("schedule", "pause", "--label", "team=ops", "--label", "team=ops-2")
                        .lines())
                .containsExactly("b paused");
        assertThat(cli.run("schedule", "pause", "--label", "empty=").lines()).containsExactly("a paused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "schedule preview a --limit 0 | OUT_OF_RANGE",
                "schedule preview a --from 2026-11-19T00:00:00Z --to 2026-11-18T00:00:00Z | CONFLICTING_FIELDS",
                "schedule preview a --from +10000-01-01T00:00:00Z | OUT_OF_RANGE",
                "schedule preview a -f jobs.yaml --from tomorrow | OUT_OF_RANGE",
                "schedule preview b -f jobs.yaml | UNKNOWN_SCHEDULE",
                "schedule preview -f both.yaml | UNKNOWN_SCHEDULE",
                "schedule preview -f none.yaml | NO_SUCH_FILE",
                "schedule backfill a --to 05:00 | MISSING_FIELD",
                "schedule backfill a --max-running 5 | MISSING_FIELD",
                "schedule backfill a --cancel --from 05:00 | CONFLICTING_FIELDS",
                "schedule backfill a --from 05:00 --max-running 0 | OUT_OF_RANGE",
                "schedule backfill a --from 05:00 --max-running 1001 | OUT_OF_RANGE",
                "schedule backfill a --from 2026-11-18T07:00 | CONFLICTING_FIELDS",
                "schedule backfill a --from 05:00 --to 04:00 | CONFLICTING_FIELDS",
                "schedule backfill a --from +999999999-12-31T23:59 | OUT_OF_RANGE",
                "schedule backfill a --from -999999999-01-01T00:00 | OUT_OF_RANGE",
                "schedule run a --wait=x | OUT_OF_RANGE",
                "schedule pause a --all --label x=y | CONFLICTING_OPTIONS"
            })
    void wrongRangesAndNumbersChangeNothing(String line, String code) throws IOException {
        file("jobs.yaml", schedule("a", ""));
        apply("jobs.yaml");
        file("both.yaml", schedule("a", "") + "---\n" + schedule("b", ""));
        Ran ran = cli.run(line.split(" "));
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(2);
        assertThat(ran.err()).contains("[" + code + "]").doesNotContain("unexpected");
        assertThat(cli.log.all(NAMES.control())).isEmpty();
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void whatListPrintsForProgramsIsOneDocumentALine() throws IOException {
        file(
                "jobs.yaml",
                "- " + schedule("a", ", description: \"of\\ntwo \\u2028 lines\"") + "- "
                        + schedule("b", ", enabled: false"));
        assertThat(apply("jobs.yaml").err()).isEmpty();
        foreign("broken", "{\n\n");
        List<String> lines = cli.run("schedule", "list", "-o", "json").lines();
        assertThat(lines).hasSize(3).allMatch(line -> Json.read(line.getBytes(StandardCharsets.UTF_8))
                .isObject());
    }
}
