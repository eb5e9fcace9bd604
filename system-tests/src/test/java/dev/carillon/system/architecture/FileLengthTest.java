package dev.carillon.system.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a screen or three. What is longer is named here, with the reason. */
final class FileLengthTest {
    private static final int LONGEST = 250;

    private static final Map<String, String> ALLOWED = Map.of(
            "Fields.java",
            "one method per JSON type, each a few lines; splitting them would hide the symmetry",
            "FieldWriter.java",
            "its counterpart, method by method",
            "AttemptScheduler.java",
            "every transition of an attempt, under the one lock that makes them safe",
            "TaskFlow.java",
            "the way of a record from its arrival to its settlement, step by step",
            "Settlements.java",
            "what is committed, what waits and what is in doubt are one state",
            "Reports.java",
            "one method per record that a worker writes",
            "PartitionProcessor.java",
            "what one partition does with a record, with a command and with time",
            "KafkaRecordLog.java",
            "every question to the topics of a cluster, a few lines each",
            "Task.java",
            "the record with the most fields, each read and written in its line");

    /** Main sources that are too long, by file name, with their number of lines. */
    private static Map<String, Integer> tooLong(Path reactor) throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(reactor)) {
            for (Path file : files.filter(FileLengthTest::isMainSource).collect(Collectors.toList())) {
                int lines = Files.readAllLines(file).size();
                if (lines > LONGEST) {
                    found.put(String.valueOf(file.getFileName()), lines);
                }
            }
        }
        return found;
    }

    private static boolean isMainSource(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.contains("/src/main/java/") && path.endsWith(".java");
    }

    @Test
    void mainSourcesAreShort() throws IOException {
        Map<String, Integer> found = tooLong(reactor());
        assertThat(found.keySet())
                .as("files over " + LONGEST + " lines: " + found + "; split them, or name them here with the reason")
                .isSubsetOf(ALLOWED.keySet());
        assertThat(ALLOWED.keySet()).as("names that are no longer needed here").isSubsetOf(found.keySet());
    }

    @Test
    void longFileIsFound(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("module/src/main/java/Long.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "//\n".repeat(LONGEST + 1));
        assertThat(tooLong(folder)).containsEntry("Long.java", LONGEST + 1);
    }

    private static Path reactor() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("schemas"))
                ? here
                : here.resolveSibling("schemas").resolveSibling(".").normalize();
    }
}
