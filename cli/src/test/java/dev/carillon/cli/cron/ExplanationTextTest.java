package dev.carillon.cli.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code carillon cron explain} and {@code cron next}: zones, clock changes, limits and colours. */
final class ExplanationTextTest {
    private final CommandLineHarness cli;

    ExplanationTextTest(@TempDir Path directory) {
        cli = new CommandLineHarness(directory).unreachable();
    }

    private List<String> explained(String cron, String... more) {
        String[] words = new String[more.length + 3];
        System.arraycopy(new String[] {"cron", "explain", cron}, 0, words, 0, 3);
        System.arraycopy(more, 0, words, 3, more.length);
        Ran ran = cli.run(words);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.lines();
    }

    private static List<String> changes(List<String> lines) {
        int dots = lines.indexOf("…");
        return dots < 0
                ? List.of()
                : lines.subList(dots + 1, lines.size()).stream()
                        .takeWhile(line -> !line.isEmpty())
                        .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "run-after, first, 'a skipped time fires right after the change, a repeated one the first time'",
        "run-after, last, 'a skipped time fires right after the change, a repeated one the last time'",
        "skip, both, 'a skipped time is left out, a repeated one both times'"
    })
    void theRuleForClockChangesIsSaid(String gap, String fold, String words) {
        String text = String.join(" ", explained("30 2 * * *", "--zone", "Europe/Berlin", "--gap", gap, "--fold", fold))
                .replaceAll(" +", " ");
        assertThat(text).contains("clock changes " + words);
    }

    @Test
    void aWildcardGoesByRealTime() {
        assertThat(explained("*/15 * * * *", "--zone", "Europe/Berlin"))
                .contains("clock changes  it fires in real time: not at all in a skipped hour, twice in a");
    }

    @Test
    void aZoneOfFixedOffsetHasNoClockChanges() {
        List<String> lines = explained("30 2 * * *", "--zone", "+05:30", "-n", "1");
        assertThat(lines).contains("zone           +05:30, now at +05:30").noneMatch(line -> line.startsWith("clock"));
        assertThat(changes(lines)).isEmpty();
    }

    @Test
    void bothPassingsOfARepeatedTimeAreShownAtTheirChange() {
        assertThat(changes(explained("30 2 * * *", "--zone", "Europe/Berlin", "--fold", "both", "-n", "1")))
                .containsExactly(
                        "2027-03-28T01:00:00Z  Sun 2027-03-28 03:00:00 +02:00  clocks go forward: stands for a skipped"
                                + " time",
                        "2027-10-31T00:30:00Z  Sun 2027-10-31 02:30:00 +02:00  clocks go back: first passing",
                        "2027-10-31T01:30:00Z  Sun 2027-10-31 02:30:00 +01:00  clocks go back: second passing");
    }

    /** An expression that fires each second has thousands of fires around one change. */
    @Test
    void aChangeShowsFourFiresAtMost() {
        assertThat(changes(explained("* 30-40 2 * * *", "--zone", "Europe/Berlin", "-n", "1")))
                .hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void noChangeIsShownFurtherAwayThanAYear() {
        assertThat(changes(explained(
                        "30 2 * * *", "--zone", "Europe/Berlin", "--from", "2098-11-01T00:00:00Z", "-n", "1")))
                .hasSizeLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "America/St_Johns",
                "Pacific/Chatham",
                "Antarctica/Troll",
                "America/Argentina/ComodRivadavia"
            })
    void noLineOfAnExplanationExceedsAUsualWindowButTheTable(String zone) {
        List<String> lines = explained("17,23,42 3,4,5,6,7,8,9,10,11 1-15,20,25 * MON-FRI", "--zone", zone);
        int table = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("FIRES AT"))
                .findFirst()
                .orElseThrow());
        assertThat(lines.subList(1, table)).allMatch(line -> line.length() <= 80);
    }

    @Test
    void warningsAndHeadlinesAreColouredAtATerminalOnly() {
        assertThat(explained("0 0 30 2 *")).allMatch(line -> line.indexOf('\u001b') < 0);
        cli.atTerminal();
        List<String> lines = explained("0 0 30 2 *");
        assertThat(lines.get(0)).startsWith("\u001b[1m").endsWith("\u001b[0m");
        assertThat(lines).anyMatch(line -> line.startsWith("\u001b[33mwarning:\u001b[0m It never fires"));
        assertThat(cli.run("cron", "explain", "0 0 30 2 *", "-o", "json").out()).doesNotContain("\u001b");
        cli.environment.put("NO_COLOR", "1");
        assertThat(explained("0 0 30 2 *")).allMatch(line -> line.indexOf('\u001b') < 0);
    }

    @Test
    void theSameTaskHasTheSameHashInTextJsonAndTheNextTimes() {
        JsonNode json = Json.read(cli.run("cron", "explain", "H H * * *", "--id", "report", "-n", "1", "-o", "json")
                .out()
                .getBytes(StandardCharsets.UTF_8));
        String first = json.at("/next/0/at").asString();
        assertThat(json.path("taskId").asString()).isEqualTo("report");
        assertThat(explained("H H * * *", "--task-id", "report", "-n", "1")).anyMatch(line -> line.startsWith(first));
        assertThat(cli.run("cron", "next", "H H * * *", "--id", "report", "-n", "1", "-o", "json")
                        .out())
                .contains(first);
        assertThat(explained("H H * * *")).anyMatch(line -> line.contains("give yours with --task-id ID"));
    }

    @Test
    void anExpressionWithoutHashNamesNoTask() {
        assertThat(cli.run("cron", "explain", "@daily", "--id", "report", "-o", "json")
                        .out())
                .doesNotContain("\"taskId\"");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 1000"})
    void asManyAreListedAsAskedFor(String count, int listed) {
        assertThat(cli.run("cron", "next", "* * * * * *", "-n", count).lines()).hasSize(listed + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 0 | OUT_OF_RANGE",
                "-n 1001 | OUT_OF_RANGE",
                "--zone Berlin | BAD_ZONE",
                "--from yesterday | OUT_OF_RANGE",
                "--from -999999999-01-01T00:00:00Z | OUT_OF_RANGE",
                "--from +999999999-01-01T00:00:00Z | OUT_OF_RANGE",
                "--fold never | UNKNOWN_VALUE",
                "--id a/b | BAD_TASK_ID",
                "--stdin | CONFLICTING_OPTIONS"
            })
    void wrongOptionsAreRefusedBeforeAnythingIsPrinted(String options, String code) {
        Ran ran = cli.run(("cron next @daily " + options).split(" "));
        assertThat(ran.code()).as(ran.err()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("[" + code + "]");
    }

    @Test
    void withoutExpressionOneIsAskedFor() {
        assertThat(cli.run("cron", "next").err()).contains("give an expression like '0 6 * * *'", "[MISSING_OPTION]");
    }

    @Test
    void tenThousandQuestionsAreAnsweredInTheirOrder() {
        StringBuilder questions = new StringBuilder();
        for (int n = 0; n < 10_000; n++) {
            questions.append("{\"expr\":\"").append(n % 60).append(" * * * *\",\"count\":1}\n");
        }
        Ran ran = cli.reading(questions.toString()).run("cron", "next", "--stdin");
        assertThat(ran.lines()).hasSize(10_000);
        for (int n = 0; n < 10_000; n += 777) {
            assertThat(ran.lines().get(n)).startsWith("{\"expr\":\"" + n % 60 + " * * * *\",\"next\":[\"2026-11-18T0");
        }
    }

    @Test
    void noQuestionsHaveNoAnswers() {
        Ran ran = cli.reading("\n \r\n").run("cron", "next", "--stdin");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEmpty();
    }
}
