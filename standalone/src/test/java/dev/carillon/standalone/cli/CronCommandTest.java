package dev.carillon.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.standalone.cli.CommandLineHarness.Ran;
import java.nio.file.Path;
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
                "{\"expr\":\"@daily\",\"count\":0}");
        Ran ran = cli.reading(input + "\n").run("cron", "next", "--stdin");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.lines()).hasSize(14);
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
            "TEXT_TOO_LONG"
        };
        for (int i = 0; i < codes.length; i++) {
            assertThat(ran.lines().get(i + 2)).contains("\"error\":{\"code\":\"" + codes[i] + "\",\"message\":\"");
        }
        assertThat(ran.lines().get(13)).isEqualTo("{\"expr\":\"@daily\",\"next\":[]}");
    }
}
