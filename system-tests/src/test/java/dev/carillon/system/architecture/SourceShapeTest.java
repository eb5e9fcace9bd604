package dev.carillon.system.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds the length of files, the number of files in a package, and the share of one-word class names. */
final class SourceShapeTest {
    private static final int MOST_LINES_OF_CODE = 300;

    private static final Map<String, String> LONGER =
            Map.of("Fields.java", "one method per JSON type, each a few lines; splitting them would hide the symmetry");

    private static final int MOST_FILES = 25;

    /** The share of one-word class names may only fall: lower this number when it has. */
    private static final int MOST_ONE_WORD_PERCENT = 6;

    /** One-word names that are terms of the domain. */
    private static final Set<String> DOMAIN_WORDS = Set.of(
            "Attempt",
            "Backoff",
            "Calendar",
            "Carillon",
            "Catalogue",
            "Command",
            "Decision",
            "Dispatcher",
            "Doctor",
            "Event",
            "Headers",
            "Jitter",
            "Judge",
            "Lane",
            "Leadership",
            "Ledger",
            "Limits",
            "Loop",
            "Marker",
            "Origin",
            "Outcome",
            "Priority",
            "Result",
            "Retry",
            "Router",
            "Run",
            "Schedule",
            "Service",
            "Slice",
            "Slots",
            "Takeover",
            "Task",
            "Timers",
            "Watermark");

    private static final Pattern WORD = Pattern.compile("[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\\d+");

    @Test
    void filesAreNotTooLong() throws IOException {
        Map<String, Long> found = tooLong(reactor());
        assertThat(found.keySet())
                .as("files with more than " + MOST_LINES_OF_CODE + " lines of code: " + found
                        + "; split them by subject, or name them here with the reason")
                .isEqualTo(LONGER.keySet());
    }

    @Test
    void packagesHaveNotTooManyFiles() throws IOException {
        Map<String, Long> found = tooLarge(reactor());
        assertThat(found)
                .as("packages with more files than " + MOST_FILES + "; split them by subject")
                .isEmpty();
    }

    @Test
    void theShareOfOneWordNamesOnlyFalls() throws IOException {
        List<String> names = sources(reactor()).map(SourceShapeTest::simpleName).toList();
        List<String> oneWord =
                names.stream().filter(SourceShapeTest::isOneWord).sorted().toList();
        assertThat(100.0 * oneWord.size() / names.size())
                .as("percent of one-word class names: " + oneWord)
                .isBetween(MOST_ONE_WORD_PERCENT - 1.0, (double) MOST_ONE_WORD_PERCENT);
    }

    @Test
    void eachBreachIsFound(@TempDir Path folder) throws IOException {
        Path room = Files.createDirectories(folder.resolve("module/src/main/java/room"));
        Files.writeString(room.resolve("Long.java"), "int i;\n".repeat(MOST_LINES_OF_CODE + 1));
        Files.writeString(room.resolve("Explained.java"), "int i;\n// why\n\n".repeat(MOST_LINES_OF_CODE));
        for (int i = 0; i < MOST_FILES; i++) {
            Files.writeString(room.resolve("Some" + i + ".java"), "");
        }
        assertThat(tooLong(folder)).containsOnly(Map.entry("Long.java", MOST_LINES_OF_CODE + 1L));
        assertThat(tooLarge(folder)).containsOnly(Map.entry("room", MOST_FILES + 2L));
        assertThat(isOneWord("Desk")).isTrue();
        assertThat(isOneWord("KafkaSession")).isFalse();
        assertThat(isOneWord("Task")).isFalse();
    }

    /** Main sources that are too long: file name and lines of code. */
    private static Map<String, Long> tooLong(Path reactor) throws IOException {
        Map<String, Long> found = new TreeMap<>();
        for (Path file : sources(reactor).toList()) {
            long lines = linesOfCode(file);
            if (lines > MOST_LINES_OF_CODE) {
                found.put(String.valueOf(file.getFileName()), lines);
            }
        }
        return found;
    }

    private static long linesOfCode(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .filter(line -> !line.startsWith("//") && !line.startsWith("/*") && !line.startsWith("*"))
                .count();
    }

    private static Map<String, Long> tooLarge(Path reactor) throws IOException {
        Map<String, Long> found = sources(reactor)
                .collect(Collectors.groupingBy(SourceShapeTest::packageOf, TreeMap::new, Collectors.counting()));
        found.values().removeIf(files -> files <= MOST_FILES);
        return found;
    }

    private static String packageOf(Path file) {
        String path = path(file);
        int root = path.indexOf("/src/main/java/") + "/src/main/java/".length();
        return path.substring(root, path.lastIndexOf('/')).replace('/', '.');
    }

    private static Stream<Path> sources(Path reactor) throws IOException {
        try (Stream<Path> files = Files.walk(reactor)) {
            return files.filter(SourceShapeTest::isMainSource).toList().stream();
        }
    }

    /** Benchmarks are left out, because they are no part of the product. */
    private static boolean isMainSource(Path file) {
        String path = path(file);
        return path.contains("/src/main/java/")
                && path.endsWith(".java")
                && !path.endsWith("package-info.java")
                && !path.contains("/benchmarks/src/");
    }

    private static boolean isOneWord(String name) {
        return WORD.matcher(name).results().count() == 1 && !DOMAIN_WORDS.contains(name);
    }

    private static String simpleName(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.length() - ".java".length());
    }

    private static String path(Path file) {
        return file.toString().replace('\\', '/');
    }

    private static Path reactor() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("schemas"))
                ? here
                : here.resolveSibling("schemas").resolveSibling(".").normalize();
    }
}
