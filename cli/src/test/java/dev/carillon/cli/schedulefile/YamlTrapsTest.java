package dev.carillon.cli.schedulefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people and editors do to schedule files. */
final class YamlTrapsTest {
    private static final String GOOD = "taskId: a\nevery: 5s\ntype: x\n";

    private static ScheduleFile read(String text) {
        return ScheduleFileReader.read("jobs.yaml", text, Timing::of);
    }

    private static List<String> problems(String text) {
        ScheduleFile file = read(text);
        assertThat(file.schedules()).isEmpty();
        return file.problems().stream().map(FileProblem::oneLine).toList();
    }

    private static Schedule only(String text) {
        ScheduleFile file = read(text);
        assertThat(file.problems()).isEmpty();
        assertThat(file.schedules()).hasSize(1);
        return file.schedules().get(0).schedule();
    }

    private static List<String> taskIds(String text) {
        ScheduleFile file = read(text);
        assertThat(file.problems()).isEmpty();
        return file.schedules().stream().map(one -> one.schedule().taskId()).toList();
    }

    private static String payload(String yaml) {
        return only(GOOD + yaml).work().payload().text();
    }

    @Test
    void aFileFromWindowsIsReadAsAnyOther() {
        assertThat(taskIds("\uFEFF" + GOOD.replace("\n", "\r\n") + "---\r\n" + GOOD.replace("a\n", "b\r\n")))
                .containsExactly("a", "b");
        assertThat(problems(GOOD.replace("5s", "soon").replace("\n", "\r\n")))
                .singleElement()
                .asString()
                .startsWith("jobs.yaml:2:1: every: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\n\n", "\n   \n", "  \n", "\t\r\n"})
    void oneObjectALineMayEndInAnyBlanks(String between) {
        String line = "{\"taskId\":\"a\",\"every\":\"5s\",\"type\":\"x\"}";
        assertThat(taskIds(line + between + line.replace("\"a\"", "\"b\"") + between))
                .containsExactly("a", "b");
    }

    /** These end a line for some programs, and for JSON they are plain characters. */
    @ParameterizedTest
    @ValueSource(strings = {"\u2028", "\u2029", "\u0085"})
    void aForeignLineBreakInAJsonTextIsKeptAsItIs(String separator) {
        String line = "{\"taskId\":\"a\",\"every\":\"5s\",\"type\":\"x\",\"payload\":\"one" + separator + "{two\"}\n";
        ScheduleFile file = read(line + line.replace("\"a\"", "\"b\""));
        assertThat(file.problems()).isEmpty();
        assertThat(file.schedules())
                .extracting(one -> one.schedule().work().payload().text())
                .containsOnly("\"one" + separator + "{two\"");
    }

    @Test
    void emptyDocumentsBetweenOthersAreNothing() {
        assertThat(taskIds(
                        "---\n---\n" + GOOD + "---\n# only a comment\n---\n~\n...\n---\n" + GOOD.replace(" a", " b")))
                .containsExactly("a", "b");
    }

    @Test
    void documentsMayMixOneAndMany() {
        assertThat(taskIds(
                        GOOD + "---\n- {taskId: b, every: 5s, type: x}\n- {taskId: c, every: 5s, type: x}\n---\n[]\n"))
                .containsExactly("a", "b", "c");
    }

    @Test
    void aTaskIdInTwoDocumentsIsFoundWhereItComesAgain() {
        assertThat(problems(GOOD + "---\n" + GOOD + "---\n- " + GOOD.strip().replace("\n", "\n  ") + "\n"))
                .containsExactly(
                        "jobs.yaml:5:1: taskId: a is in the file twice; keep one of the two [DUPLICATE_FIELD]",
                        "jobs.yaml:9:3: taskId: a is in the file twice; keep one of the two [DUPLICATE_FIELD]");
    }

    @Test
    void taskIdsThatDifferInCaseAreTwo() {
        assertThat(taskIds(GOOD + "---\n" + GOOD.replace(" a", " A"))).containsExactly("a", "A");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "payload: no | \"no\"",
                "payload: Off | \"Off\"",
                "payload: True | true",
                "payload: NULL | null",
                "payload: | null",
                "payload: \"\" | \"\"",
                "payload: 'null' | \"null\"",
                "payload: !!str 5 | 5",
                "payload: 2026-11-18 | \"2026-11-18\"",
                "payload: 12:30:45 | \"12:30:45\"",
                "payload: 0o17 | \"0o17\"",
                "payload: +1 | \"+1\"",
                "payload: .5 | \".5\"",
                "payload: -0 | 0",
                "payload: 1e3 | 1E+3",
                "payload: 123456789012345678901234567890 | 123456789012345678901234567890",
                "payload: {? a : 1} | {\"a\":1}",
                "payload: [a, , b] | refused",
                "payload: {a} | {\"a\":null}",
                "payload: {1: x, true: y, null: z} | {\"1\":\"x\",\"true\":\"y\",\"null\":\"z\"}",
                "payload: \"\\u0000\\x41\\U0001F514\" | \"\\u0000A\uD83D\uDD14\"",
                "payload: Grüße # a comment | \"Grüße\"",
                "payload: a#b | \"a#b\"",
                "payload: a: b | refused",
                "payload: 'it''s' | \"it's\"",
                "payload: 50% | \"50%\"",
                "payload: %50 | refused",
                "payload: {a: 1, a: 1} | refused",
                "payload: &x 1 | refused",
                "payload: *x | refused"
            })
    void aValueIsWhatItLooksLikeOrRefused(String yaml, String json) {
        if (json.equals("refused")) {
            assertThat(problems(GOOD + yaml)).isNotEmpty().allMatch(line -> line.startsWith("jobs.yaml:4:"));
        } else {
            assertThat(payload(yaml)).isEqualTo(json);
        }
    }

    @Test
    void aScriptInABlockKeepsItsLines() {
        assertThat(payload("payload:\n  script: |\n    #!/bin/sh\n    # a comment\n\n    echo \"$HOME\"\t# tab\n"))
                .isEqualTo("{\"script\":\"#!/bin/sh\\n# a comment\\n\\necho \\\"$HOME\\\"\\t# tab\\n\"}");
    }

    @Test
    void tabsAsIndentationAreNamedWithTheirLine() {
        assertThat(problems("taskId: a\nevery: 5s\ntype: x\nretry:\n\tmaxRetries: 3\n"))
                .singleElement()
                .asString()
                .startsWith("jobs.yaml:5:1: is not valid YAML or JSON: ")
                .endsWith("[BAD_JSON]");
    }

    @Test
    void anAnchorOnAWholeScheduleIsRefusedRatherThanHalfRead() {
        assertThat(problems("- &base {taskId: a, every: 5s, type: x}\n- <<: *base\n  taskId: b\n"))
                .singleElement()
                .asString()
                .startsWith("jobs.yaml:1:3: [0]: anchors and aliases (& and *) are not supported");
    }

    @Test
    void aMergeKeyIsNoFieldOfASchedule() {
        assertThat(problems(GOOD + "<<: {type: y}\n")).anyMatch(line -> line.startsWith("jobs.yaml:4:1: <<: is not"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"just text", "5", "true", "[1, 2]", "- - a", "\"quoted\""})
    void whatIsNoScheduleAtAllSaysHowOneLooks(String text) {
        assertThat(problems(text))
                .isNotEmpty()
                .allMatch(
                        line -> line.contains("a schedule is fields with values") && line.endsWith("[NOT_AN_OBJECT]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry: 3 | jobs.yaml:4:1: retry: ",
                "retry: {maxRetries: -1} | jobs.yaml:4:9: retry.maxRetries: ",
                "retry: {retryOn: [429, many]} | jobs.yaml:4:19: retry.retryOn[0]: ",
                "labels: {team: 5} | jobs.yaml:4:10: labels.",
                "enabled: yes | jobs.yaml:4:1: enabled: ",
                "priority: urgnt | jobs.yaml:4:1: priority: ",
                "queue: Mail | jobs.yaml:4:1: queue: ",
                "zone: Berlin | jobs.yaml:4:1: zone: ",
                "cron: '@daily' | jobs.yaml:",
                "Type: y | jobs.yaml:4:1: Type: is not a field of a schedule; did you mean type?",
                "missed: {policy: some} | jobs.yaml:4:10: missed.policy: ",
                "dependsOn: b | jobs.yaml:"
            })
    void aWrongFieldIsNamedWithItsLine(String yaml, String start) {
        assertThat(problems(GOOD + yaml + "\n")).anyMatch(line -> line.startsWith(start));
    }

    @Test
    void aFieldOfManyWrongItemsIsFoundInEachOfThem() {
        String text = IntStream.range(0, 50)
                .mapToObj(n -> "- taskId: job-" + n + "\n  every: 5s\n  tpye: x\n")
                .collect(Collectors.joining());
        List<String> problems = problems(text);
        assertThat(problems).hasSize(100);
        for (int n = 0; n < 50; n++) {
            assertThat(problems.get(2 * n)).startsWith("jobs.yaml:" + (3 * n + 3) + ":3: tpye: is not a field");
            assertThat(problems.get(2 * n + 1)).startsWith("jobs.yaml:" + (3 * n + 1) + ":3: type: is missing");
        }
    }

    @Test
    void aScheduleWithDozensOfMistakesEndsAfterEnoughOfThem() {
        assertThat(problems("""
                taskId: a b
                type: ''
                cron: x
                every: y
                at: z
                zone: q
                queue: Q
                priority: p
                timeout: t
                retry: r
                labels: l
                enabled: e
                until: u
                from: f
                """)).hasSizeBetween(8, 20).doesNotHaveDuplicates();
    }

    @Test
    void tenThousandSchedulesAreReadAndOneMoreIsNot() {
        String ten = IntStream.range(0, 10_000)
                .mapToObj(n -> "{\"taskId\":\"job-" + n + "\",\"every\":\"5s\",\"type\":\"x\"}\n")
                .collect(Collectors.joining());
        assertThat(taskIds(ten)).hasSize(10_000).startsWith("job-0").endsWith("job-9999");
        assertThat(problems(ten + "{\"taskId\":\"one-more\",\"every\":\"5s\",\"type\":\"x\"}\n"))
                .containsExactly("jobs.yaml:1:1: 10001 schedules are over the limit of 10000; split the file"
                        + " [TOO_MANY_ENTRIES]");
    }

    @Test
    void controlCharactersOfAFileDoNotReachTheTerminal() {
        assertThat(problems("\"task\\eId\": a\n" + GOOD)).allMatch(line -> !line.contains("\u001b"));
        assertThat(problems("taskId: \"a\\e[2J\"\nevery: 5s\ntype: x\n")).allMatch(line -> !line.contains("\u001b"));
        assertThat(problems(GOOD + "\"\\e[2J\": 1\n")).allMatch(line -> !line.contains("\u001b"));
        assertThat(problems(GOOD + "payload: {\"\\e[2J\": .nan}\n")).allMatch(line -> !line.contains("\u001b"));
        assertThat(problems(GOOD + "payload: {\"\\n\\a\": 1, \"\\n\\a\": 2}\n"))
                .allMatch(line -> !line.contains("\n") && !line.contains("\u0007"));
    }
}
