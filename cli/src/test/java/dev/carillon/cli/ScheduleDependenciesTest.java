package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of {@code schedule apply} for schedules with {@code dependsOn} or {@code afterEnd}. */
final class ScheduleDependenciesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void system() {
        system = new WrittenSystem(directory).at("06:00:00");
    }

    private Ran apply(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("jobs.yaml"), yaml);
        return system.run("schedule", "apply", "-f", file.toString());
    }

    @Test
    void parentsMayStandInTheSameFile() throws IOException {
        Ran ran = apply("- {taskId: b, dependsOn: [a], type: x}\n- {taskId: a, afterEnd: 5s, type: x}\n");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("b created, fires after its parents")
                .contains("a created, fires 5s after each run");
    }

    @Test
    void unknownParentIsNamed() throws IOException {
        Ran ran = apply("- {taskId: b, dependsOn: [nobody], type: x}\n");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("there is no schedule \"nobody\"").contains("[UNKNOWN_PARENT]");
    }

    @Test
    void circleIsShown() throws IOException {
        Ran ran = apply("- {taskId: a, dependsOn: [b], type: x}\n- {taskId: b, dependsOn: [a], type: x}\n");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("a -> b -> a").contains("[DEPENDENCY_CYCLE]");
    }
}
