package dev.carillon.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.standalone.cli.CommandLineHarness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code schedule apply} says of times that can't be. */
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
                "calendar: wrok                                          | UNKNOWN_CALENDAR   | calendar",
            })
    void timesThatCantBeAreRefusedByFieldAndCode(String fields, String code, String field) throws IOException {
        WrittenSystem system = new WrittenSystem(directory).at("06:00:00");
        Path file =
                Files.writeString(directory.resolve("jobs.yaml"), "- {taskId: a, every: 5s, type: x, " + fields + "}");

        Ran ran = system.run("schedule", "apply", "-f", file.toString());

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(field).contains("[" + code + "]").contains("nothing was applied");
    }
}
