package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of {@code schedule apply} to impossible times. */
final class ScheduleTimesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from: 2026-12-01T00:00:00Z, until: 2026-11-01T00:00:00Z | CONFLICTING_FIELDS | until",
                "jitter: -5s                                             | OUT_OF_RANGE       | jitter",
                "jitter: 3601s                                           | OUT_OF_RANGE       | jitter",
                "jitter: 10m                                             | OUT_OF_RANGE       | jitter",
                "calendar: wrok                                          | UNKNOWN_CALENDAR   | calendar",
            })
    void timesThatCantBeAreRefusedByFieldAndCode(String fields, String code, String field) throws IOException {
        refused("every: 5s, " + fields, code, field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0 6 * * * 2027 | BAD_CRON    | cron",
                "0 0 30 2 *       | NEVER_FIRES | cron",
                "\u0665 * * * *  | BAD_CRON    | cron",
                "\uFEFF0 6 * * * | BAD_CRON    | cron",
                "0 0 31W * *      | BAD_CRON    | cron",
            })
    void soAreExpressions(String cron, String code, String field) throws IOException {
        refused("cron: \"" + cron + "\"", code, field);
    }

    @Test
    void soAreZonesYearsAndSizes() throws IOException {
        refused("cron: \"0 6 * * *\", zone: Mars/Base", "BAD_ZONE", "zone");
        refused("at: 2100-01-01T00:00:00Z", "OUT_OF_RANGE", "at");
        refused("every: 5s, until: 2100-01-01T00:00:00Z", "OUT_OF_RANGE", "until");
        refused("cron: \"" + "9".repeat(501) + "\"", "TEXT_TOO_LONG", "cron");
        refused("cron: \"" + "9".repeat(600 * 1024) + "\"", "RECORD_TOO_LARGE", "");
    }

    private void refused(String timing, String code, String field) throws IOException {
        WrittenSystem system = new WrittenSystem(directory).at("06:00:00");
        Path file = Files.writeString(directory.resolve("jobs.yaml"), "- {taskId: a, type: x, " + timing + "}");

        Ran ran = system.run("schedule", "apply", "-f", file.toString());

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(field).contains("[" + code + "]").contains("nothing was applied");
    }
}
