package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.cli.frame.InputText;
import dev.carillon.schemas.work.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of the largest size that the command line accepts, and one byte larger. */
@Timeout(60)
final class InputSizeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private CommandLineHarness cli;

    @BeforeEach
    void systemWithOneWorker() {
        cli = new CommandLineHarness(directory).withWorker("http", "shell");
    }

    private void file(String text) throws IOException {
        Files.writeString(directory.resolve("jobs"), text);
    }

    private static String schedule(String taskId, int payload) {
        int room = payload - "{'script':''}".length();
        return "{\"taskId\":\"" + taskId + "\",\"every\":\"1h\",\"type\":\"shell\",\"payload\":{\"script\":\""
                + "漢".repeat(room / 3) + "x".repeat(room % 3) + "\"}}\n";
    }

    private static String padded(String text, int bytes) {
        return text + "\n".repeat(bytes - text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void scheduleWithTheLargestPayloadIsAppliedAndOneByteMoreIsNot() throws IOException {
        file(schedule("largest", Limits.PAYLOAD_BYTES) + schedule("small", 100));
        assertThat(cli.run("schedule", "apply", "-f", "jobs").err()).isEmpty();
        assertThat(cli.log.all(NAMES.schedules())).hasSize(2);

        file(schedule("over", Limits.PAYLOAD_BYTES + 1) + schedule("other", 100));
        Ran ran = cli.run("schedule", "apply", "-f", "jobs");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains("jobs:1:", "payload", "" + (Limits.PAYLOAD_BYTES + 1), "" + Limits.PAYLOAD_BYTES)
                .contains("[PAYLOAD_TOO_LARGE]");
        assertThat(cli.log.all(NAMES.schedules())).hasSize(2);
    }

    @Test
    void fileOfTheLargestSizeIsReadAndOneByteMoreIsNot() throws IOException {
        String lines = schedule("first", 1_000) + schedule("second", 1_000);
        file(padded(lines, InputText.MAX_BYTES));
        assertThat(cli.run("schedule", "apply", "-f", "jobs").err()).isEmpty();
        assertThat(cli.log.all(NAMES.schedules())).hasSize(2);

        file(padded(lines, InputText.MAX_BYTES + 1));
        Ran ran = cli.run("schedule", "apply", "-f", "jobs");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("jobs has more than " + InputText.MAX_BYTES + " bytes", "split it");
        assertThat(cli.log.all(NAMES.schedules())).hasSize(2);
    }
}
