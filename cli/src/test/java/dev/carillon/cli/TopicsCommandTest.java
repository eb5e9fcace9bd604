package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.kit.kafka.topic.TopicDifference;
import dev.carillon.kit.stop.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopicsCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // Set by JUnit.
    private Path folder;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private CommandLineHarness carillon;

    @BeforeEach
    void aTopicDiffers() {
        carillon = new CommandLineHarness(folder);
        carillon.differing.add(new TopicDifference("carillon.logs", "retention.ms", "86400000", "1000"));
    }

    @Test
    void whatDiffersIsSaidAndNoSuccess() {
        Ran ran = carillon.run("topics", "create");
        assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.out()).contains("differs: ").contains("retention.ms").contains("1000");
    }

    @Test
    void acceptedDifferencesAreSaidAndStopNothing() {
        Ran ran = carillon.run("topics", "create", "--accept-differences");
        assertThat(ran.code()).isEqualTo(ExitCode.DONE);
        assertThat(ran.out()).contains("differs: ").contains("left as they are");
    }
}
