package dev.carillon.cli.schedulefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.words.ScheduleWords;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScheduleFileReaderTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    @Test
    void oneDocumentSeveralDocumentsAndListsAreRead() {
        assertThat(taskIds("taskId: a\nevery: 5s\ntype: x\n")).containsExactly("a");
        assertThat(taskIds("{taskId: a, every: 5s, type: x}\n---\n{taskId: b, every: 5s, type: x}\n"))
                .containsExactly("a", "b");
        assertThat(taskIds("- {taskId: a, every: 5s, type: x}\n- {taskId: b, every: 5s, type: x}\n"))
                .containsExactly("a", "b");
        assertThat(taskIds("[\n\t{\"taskId\": \"a\", \"every\": \"5s\", \"type\": \"x\"}\n]"))
                .containsExactly("a");
    }

    @Test
    void oneJsonObjectALineIsReadAndItsPlacesAreTrue() {
        String line = "{\"taskId\": \"a\", \"every\": \"5s\", \"type\": \"x\"}\n";
        assertThat(taskIds(line + "\n" + line.replace("a\"", "b\""))).containsExactly("a", "b");
        assertThat(problems(line + line.replace("\"a\"", "\"b c\"")))
                .singleElement()
                .satisfies(problem -> assertThat(problem).startsWith("jobs.yaml:2:2: taskId: \"b c\""));
        assertThat(problems(line + line.replace("}", "]}"))).singleElement().satisfies(problem -> assertThat(problem)
                .startsWith("jobs.yaml:2:43: is not valid YAML"));
    }

    @Test
    void whatAListSaysAroundTheDefinitionIsPassedOver() {
        assertThat(taskIds("{taskId: a, standing: ACTIVE, definition: {taskId: a, every: 5s, type: x}}"))
                .containsExactly("a");
        assertThat(problems("taskId: a\ndefinition:\n  taskId: a b\n  every: 5s\n  type: x\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem).startsWith("jobs.yaml:3:3: taskId: \"a b\""));
    }

    @Test
    void everyProblemIsNamedWithItsLineColumnAndField() {
        List<String> problems = problems("""
            taskId: nightly report
            cron: "0 25 * * *"
            type: shell
            retry:
              maxRetries: many
              dealy: 5s
            timeout: 10
            prority: high
            """);
        assertThat(problems)
                .anyMatch(line ->
                        line.startsWith("jobs.yaml:1:1: taskId: \"nightly report\"") && line.endsWith("[BAD_TASK_ID]"))
                .anyMatch(line -> line.startsWith("jobs.yaml:2:1: cron: ") && line.endsWith("[BAD_CRON]"))
                .anyMatch(line -> line.startsWith("jobs.yaml:5:3: retry.maxRetries: "))
                .anyMatch(line -> line.startsWith(
                        "jobs.yaml:6:3: retry.dealy: is not a field of a schedule; did you mean delay?"))
                .anyMatch(line -> line.startsWith("jobs.yaml:7:1: timeout: "))
                .anyMatch(line ->
                        line.startsWith("jobs.yaml:8:1: prority: is not a field of a schedule; did you mean priority?"))
                .hasSize(6);
    }

    @Test
    void anExpressionWithoutQuotesIsToldOfThem() {
        for (String cron : List.of("* * * * *", "@daily", "*/5 * * * *")) {
            assertThat(problems("taskId: a\ncron: " + cron + "\ntype: x\n"))
                    .as(cron)
                    .singleElement()
                    .satisfies(problem -> assertThat(problem)
                            .startsWith("jobs.yaml:2:")
                            .contains("needs quotes, as in  cron: \"* * * * *\""));
        }
    }

    @Test
    void missingFieldsAreNamedTogether() {
        assertThat(problems("description: nothing else\n"))
                .anyMatch(line -> line.contains("taskId: is missing"))
                .anyMatch(line -> line.contains("type: is missing"))
                .anyMatch(line -> line.contains("does not say when"));
    }

    @Test
    void fieldOfAnItemIsNamedWithItsOwnLine() {
        assertThat(problems("- {taskId: a, every: 5s, type: x}\n- taskId: b\n  every: soon\n  type: x\n"))
                .containsExactly(
                        "jobs.yaml:3:3: every: \"soon\" is not a duration; write it like 250ms, 10s, 5m, 1h30m or 6d"
                                + " [OUT_OF_RANGE]");
    }

    @Test
    void nameGivenTwiceIsRefused() {
        assertThat(problems("taskId: a\nevery: 5s\ntype: x\nevery: 6s\n"))
                .containsExactly(
                        "jobs.yaml:4:1: every: appears twice, first in line 2; keep one of the two [DUPLICATE_FIELD]");
    }

    @Test
    void numberThatJsonDoesNotHaveIsRefused() {
        assertThat(problems("taskId: a\nevery: 5s\ntype: x\npayload: {a: NaN, b: .inf}\n"))
                .anyMatch(line -> line.startsWith("jobs.yaml:4:14: payload.a: NaN is not a JSON number"))
                .anyMatch(line -> line.contains("payload.b: .inf is not a JSON number"));
        assertThat(problems("taskId: a\nevery: 5s\ntype: x\npayload: 1e99999999999\n"))
                .anyMatch(line -> line.startsWith("jobs.yaml:4:10: payload: 1e99999999999 is not a JSON number"));
    }

    @Test
    void aliasesAreNotFollowed() {
        assertThat(problems("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"))
                .containsExactly(
                        "jobs.yaml:1:4: a: anchors and aliases (& and *) are not supported; write the value out"
                                + " [BAD_JSON]");
    }

    @Test
    void depthIsBounded() {
        assertThat(problems("payload: " + "[".repeat(10_000) + "]".repeat(10_000)))
                .singleElement()
                .asString()
                .endsWith("nests deeper than 100 levels; flatten it [TOO_DEEP]");
    }

    @Test
    void textThatIsNoYamlNamesTheLine() {
        assertThat(problems("taskId: a\n  every: 5s\n"))
                .singleElement()
                .asString()
                .startsWith("jobs.yaml:2:8: is not valid YAML or JSON: ");
    }

    @Test
    void emptyFileIsRefused() {
        assertThat(problems("# nothing\n")).singleElement().asString().contains("holds no schedule");
    }

    @Test
    void sameTaskIdTwiceIsRefused() {
        assertThat(problems("- {taskId: a, every: 5s, type: x}\n- {taskId: a, every: 6s, type: x}\n"))
                .containsExactly(
                        "jobs.yaml:2:4: taskId: a is in the file twice; keep one of the two [DUPLICATE_FIELD]");
    }

    @Test
    void whatThisVersionDoesNotActOnIsRefused() {
        assertThat(problems("{taskId: a, every: 5s, type: x, shards: {count: 2}}"))
                .singleElement()
                .asString()
                .endsWith("[NOT_SUPPORTED_YET]");
    }

    @Test
    void periodThatIsOverIsRefused() {
        assertThat(problems("taskId: a\nevery: 5s\ntype: x\nuntil: 2026-11-18T05:00:00Z\n"))
                .containsExactly("jobs.yaml:4:1: until: nothing is planned between now and 2026-11-18T05:00:00Z;"
                        + " choose a later until, or leave it out [NEVER_FIRES]");
    }

    @Test
    void plainWordsStayWhatTheyLookLike() {
        ScheduleFile file =
                read("{taskId: 'no', every: 5s, type: x, payload: {a: no, b: 0x1F, c: 1_000, d: 007, e: 1.50, f: ~}}");
        assertThat(file.schedules().get(0).schedule().work().payload().text())
                .isEqualTo("{\"a\":\"no\",\"b\":\"0x1F\",\"c\":\"1_000\",\"d\":\"007\",\"e\":1.50,\"f\":null}");
    }

    private static List<String> taskIds(String text) {
        ScheduleFile file = read(text);
        assertThat(file.problems()).isEmpty();
        return file.schedules().stream().map(found -> found.schedule().taskId()).toList();
    }

    private static List<String> problems(String text) {
        ScheduleFile file = read(text);
        assertThat(file.schedules()).isEmpty();
        return file.problems().stream().map(FileProblem::oneLine).toList();
    }

    private static ScheduleFile read(String text) {
        return ScheduleFileReader.read("jobs.yaml", text, schedule -> ScheduleWords.requireFires(schedule, NOW));
    }
}
