package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CronCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void freshCommandLine() {
        cli = new CommandLineHarness(directory);
    }

    @Test
    void nextIsATableInTwoTimes() {
        Ran ran = cli.run("cron", "next", "0 6 * * MON-FRI", "--zone", "Europe/Berlin", "-n", "2");
        assertThat(ran.lines())
                .containsExactly(
                        "INSTANT               LOCAL TIME IN Europe/Berlin",
                        "2026-11-19T05:00:00Z  Thu 2026-11-19 06:00:00 +01:00  in 22 h 59 min",
                        "2026-11-20T05:00:00Z  Fri 2026-11-20 06:00:00 +01:00  in 1 d 22 h");
    }

    @Test
    void nextAsJsonStartsWhereAsked() {
        Ran ran = cli.run("cron", "next", "@yearly", "--from", "2030-06-01T00:00:00Z", "-n", "1", "-o", "json");
        assertThat(ran.out()).isEqualTo("{\"expr\":\"@yearly\",\"next\":[\"2031-01-01T00:00:00Z\"]}\n");
    }

    @Test
    void gapAndFoldDecideWhatClockChangesDo() {
        String[] spring = {"cron", "next", "30 2 * * *", "--zone", "Europe/Berlin", "--from", "2027-03-27T12:00:00Z"};
        assertThat(cli.run(with(spring, "-n", "1", "-o", "json")).out()).contains("[\"2027-03-28T01:00:00Z\"]");
        assertThat(cli.run(with(spring, "-n", "1", "-o", "json", "--gap", "skip"))
                        .out())
                .contains("[\"2027-03-29T00:30:00Z\"]");

        String[] autumn = {"cron", "next", "30 2 * * *", "--zone", "Europe/Berlin", "--from", "2027-10-30T12:00:00Z"};
        assertThat(cli.run(with(autumn, "-n", "1", "-o", "json")).out()).contains("[\"2027-10-31T00:30:00Z\"]");
        assertThat(cli.run(with(autumn, "-n", "1", "-o", "json", "--fold", "last"))
                        .out())
                .contains("[\"2027-10-31T01:30:00Z\"]");
        assertThat(cli.run(with(autumn, "-n", "2", "-o", "json", "--fold", "both"))
                        .out())
                .contains("[\"2027-10-31T00:30:00Z\",\"2027-10-31T01:30:00Z\"]");

        Ran typo = cli.run("cron", "next", "30 2 * * *", "--gap", "run");
        assertThat(typo.code()).isEqualTo(2);
        assertThat(typo.err()).contains("--gap: \"run\" is not one of run-after, skip; choose one [UNKNOWN_VALUE]");
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void aYearBeyond2099IsRefused() {
        Ran ran = cli.run("cron", "next", "@yearly", "--from", "2100-01-01T00:00:00Z");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("beyond the year 2099").contains("[OUT_OF_RANGE]");
    }

    @Test
    void explainTellsWordsNormalFormFiresAndWarnings() {
        Ran ran = cli.run("cron", "explain", "30 2 * * *", "--zone", "Europe/Berlin", "-n", "2");
        assertThat(ran.lines())
                .containsExactly(
                        "At 02:30 every day",
                        "",
                        "normal form    0 30 2 * * *",
                        "zone           Europe/Berlin, now at +01:00",
                        "clock changes  a skipped time fires right after the change, a repeated one the",
                        "               first time",
                        "",
                        "FIRES AT              LOCAL TIME IN Europe/Berlin",
                        "2026-11-19T01:30:00Z  Thu 2026-11-19 02:30:00 +01:00  in 19 h 29 min",
                        "2026-11-20T01:30:00Z  Fri 2026-11-20 02:30:00 +01:00  in 1 d 19 h",
                        "…",
                        "2027-03-28T01:00:00Z  Sun 2027-03-28 03:00:00 +02:00  clocks go forward: stands for a skipped"
                                + " time",
                        "2027-10-31T00:30:00Z  Sun 2027-10-31 02:30:00 +02:00  clocks go back: first passing",
                        "",
                        "warning: On Sunday 2027-03-28 there is no 02:30 in Europe/Berlin: it fires when",
                        "         the clocks have changed, at 03:00 (gap: run-after).",
                        "warning: On Sunday 2027-10-31 02:30 comes twice in Europe/Berlin: it fires the",
                        "         first time, at +02:00 (fold: first).");
    }

    @Test
    void explainTellsHowHIsResolved() {
        Ran ran = cli.run("cron", "explain", "H H(0-5) * * *", "--task-id", "nightly-report", "-n", "1");
        assertThat(ran.lines())
                .containsExactly(
                        "At 05:39 every day",
                        "",
                        "normal form    0 39 5 * * *",
                        "zone           UTC",
                        "H              hashed from the taskId nightly-report",
                        "",
                        "FIRES AT              LOCAL TIME IN UTC",
                        "2026-11-19T05:39:00Z  Thu 2026-11-19 05:39:00 +00:00  in 23 h 38 min");
    }

    @Test
    void explainAlsoAnswersForWhatNeverFires() {
        Ran ran = cli.run("cron", "explain", "0 0 30 2 *");
        assertThat(ran.code()).isZero();
        assertThat(ran.lines())
                .containsExactly(
                        "At 00:00 on day 30 of the month in February",
                        "",
                        "normal form    0 0 0 30 FEB *",
                        "zone           UTC",
                        "",
                        "warning: It never fires: none of its months has such a day.");
        assertThat(cli.run("cron", "explain", "0 0 32 2 *").err()).contains("[BAD_CRON]");
    }

    @Test
    void explainAsJson() {
        Ran ran = cli.run(
                "cron",
                "explain",
                "@daily",
                "--zone",
                "Africa/Cairo",
                "-n",
                "1",
                "--from",
                "2026-04-22T00:00:00Z",
                "-o",
                "json");
        assertThat(ran.out())
                .isEqualTo("{\"expr\":\"@daily\",\"normalForm\":\"0 0 0 * * *\",\"words\":\"At 00:00 every"
                        + " day\",\"zone\":\"Africa/Ca"
                        + "iro\",\"gap\":\"run-after\",\"fold\":\"first\",\"next\":[{\"at\":\"2026-04-22T22:00:00Z\",\"local\":\"2026-0"
                        + "4-23T00:00:00+02:00\"}],\"atClockChanges\":[{\"at\":\"2026-04-23T22:00:00Z\",\"local\":\"2026-04-24T01:00:00+03:00\",\"mark\":{\"kind\":\"GAP\",\"words\":\"clocks"
                        + " go forward: stands for a skipped"
                        + " time\"}}],\"warnings\":[{\"kind\":\"TOP_OF_DAY\",\"message\":\"Midnight is when"
                        + " most schedules fire together; H lets the taskId choose the"
                        + " minute.\",\"instead\":\"0 H 0 * * *\"},{\"kind\":\"SKIPPED_SOON\",\"message\":\"On"
                        + " Friday 2026-04-24 there is no 00:00 in Africa/Cairo: it fires when the clocks have"
                        + " changed, at 01:00 (gap: run-after).\"}]}\n");
    }

    @Test
    void badExpressionIsUsage() {
        Ran ran = cli.run("cron", "next", "0 0 31 2 *");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("[NEVER_FIRES]");
    }

    @Test
    void everyLineOfStandardInputGetsOneLineInOrder() {
        String input = String.join(
                "\n",
                "{\"expr\":\"@hourly\",\"count\":2}",
                "{\"expr\":\"0 6 * * *\",\"zone\":\"Europe/Berlin\",\"from\":\"2026-03-29T00:00:00Z\",\"count\":1}",
                "{\"expr\":\"* * * * * * *\"}",
                "{\"expr\":\"@daily\",\"zone\":\"Mars/Base\"}",
                "{\"expr\":\"@daily\",\"count\":-1}",
                "{\"expr\":\"@daily\",\"from\":\"yesterday\"}",
                "{\"expr\":7}",
                "{}",
                "nonsense",
                "[]",
                "{\"expr\":NaN}",
                "[".repeat(10_000),
                "{\"expr\":\"" + "9".repeat(100_000) + "\"}",
                "\ufeff{\"expr\":\"@daily\"}",
                "{\"expr\":\"30 2 * * *\",\"fold\":\"sometimes\"}",
                "{\"expr\":\"H * * * *\",\"taskId\":\"no spaces\"}",
                "{\"expr\":\"30 2 * *"
                        + " *\",\"zone\":\"Europe/Berlin\",\"gap\":\"skip\",\"from\":\"2027-03-27T12:00:00Z\",\"count\":1}",
                "{\"expr\":\"30 2 * *"
                        + " *\",\"zone\":\"Europe/Berlin\",\"fold\":\"both\",\"from\":\"2027-10-30T12:00:00Z\",\"count\":2}",
                "{\"expr\":\"H * * * *\",\"taskId\":\"report\",\"from\":\"2027-10-30T12:00:00Z\",\"count\":1}",
                "{\"expr\":\"H * * * *\",\"taskId\":\"other\",\"from\":\"2027-10-30T12:00:00Z\",\"count\":1}",
                "{\"expr\":\"@daily\",\"count\":0}");
        Ran ran = cli.reading(input + "\n").run("cron", "next", "--stdin");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.lines()).hasSize(21);
        assertThat(ran.lines().get(0))
                .isEqualTo("{\"expr\":\"@hourly\",\"next\":[\"2026-11-18T07:00:00Z\",\"2026-11-18T08:00:00Z\"]}");
        assertThat(ran.lines().get(1)).isEqualTo("{\"expr\":\"0 6 * * *\",\"next\":[\"2026-03-29T04:00:00Z\"]}");
        String[] codes = {
            "BAD_CRON",
            "BAD_ZONE",
            "OUT_OF_RANGE",
            "OUT_OF_RANGE",
            "WRONG_TYPE",
            "MISSING_FIELD",
            "BAD_JSON",
            "NOT_AN_OBJECT",
            "BAD_JSON",
            "TOO_DEEP",
            "TEXT_TOO_LONG",
            "BAD_JSON",
            "UNKNOWN_VALUE",
            "BAD_TASK_ID"
        };
        for (int i = 0; i < codes.length; i++) {
            assertThat(ran.lines().get(i + 2)).contains("\"error\":{\"code\":\"" + codes[i] + "\",\"message\":\"");
        }
        assertThat(ran.lines().subList(16, 20))
                .containsExactly(
                        "{\"expr\":\"30 2 * * *\",\"next\":[\"2027-03-29T00:30:00Z\"]}",
                        "{\"expr\":\"30 2 * * *\",\"next\":[\"2027-10-31T00:30:00Z\",\"2027-10-31T01:30:00Z\"]}",
                        "{\"expr\":\"H * * * *\",\"next\":[\"2027-10-30T12:44:00Z\"]}",
                        "{\"expr\":\"H * * * *\",\"next\":[\"2027-10-30T12:15:00Z\"]}");
        assertThat(ran.lines().get(20)).isEqualTo("{\"expr\":\"@daily\",\"next\":[]}");
    }
}
