package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/architecture.md} and the READMEs of the modules name classes that exist, and stay short. */
final class ArchitecturePageTest {
    private static final Path PAGE = GeneratedPage.ROOT.resolve("docs/architecture.md");
    private static final Pattern LINK = Pattern.compile("\\[`([^`]+)`\\]\\(([^)#\\s]+)\\)");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    /** Their READMEs are manuals, which may be longer. */
    private static final Set<String> WITH_A_MANUAL = Set.of("examples", "benchmarks");

    private static final String TICK = "### A tick";
    private static final String SUBMISSION = "### A submission that fails twice, is retried, and is cancelled";
    private static final int MOST_CLASSES_OF_A_TICK = 90;

    private static final String CHANGES = "## Where do I change…";
    private static final String CHANGE = "\\|[^|]+\\|[^|]*\\]\\([^|]+\\|[^|]*Test\\.java\\)[^|]*\\|";

    private static final String STEP = "\\d\\. \\[`.*";
    private static final int MOST_LINES_OF_A_README = 25;

    /** A file, under the name that a document gives it. */
    private record Named(String name, Path file) {}

    @Test
    void everyClassOnThePageIsAtItsLink() throws IOException {
        List<Named> all = named(PAGE, Files.readString(PAGE));
        assertThat(all).hasSizeGreaterThan(100);
        for (Named one : all) {
            assertExists(one);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TICK, SUBMISSION})
    void everyStepOfAWalkIsNumberedAndNamesItsClass(String walk) throws IOException {
        List<String> steps = rows(walk);
        assertThat(steps).hasSizeGreaterThan(20);
        for (int i = 0; i < steps.size(); i++) {
            assertThat(steps.get(i)).startsWith("| " + (i + 1) + " | [`");
        }
    }

    @Test
    void theWalkOfATickNamesTheMainPathOnly() throws IOException {
        Set<Path> classes = rows(TICK).stream()
                .flatMap(row -> named(PAGE, row).stream())
                .map(Named::file)
                .filter(file -> file.toString().endsWith(".java"))
                .collect(Collectors.toSet());
        assertThat(classes).hasSizeBetween(30, MOST_CLASSES_OF_A_TICK);
    }

    @Test
    void thirteenChangesNameTheirFilesAndTheirTests() throws IOException {
        List<String> changes = rows(CHANGES);
        assertThat(changes).hasSize(13);
        for (String change : changes) {
            assertThat(change).matches(CHANGE);
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void theReadmeOfAModuleIsShortAndItsClassesExist(String module) throws IOException {
        Path readme = GeneratedPage.ROOT.resolve(module).resolve("README.md");
        assertThat(readme).exists();
        String text = Files.readString(readme);
        assertThat(text.lines()).hasSizeLessThanOrEqualTo(MOST_LINES_OF_A_README);
        assertThat(text).contains("mvn verify -pl " + module + " ");
        List<String> path = text.lines().filter(line -> line.matches(STEP)).toList();
        assertThat(path).hasSizeBetween(3, 6);
        for (Named one : named(readme, text)) {
            assertExists(one);
        }
    }

    static List<String> modules() throws IOException {
        return MODULE.matcher(Files.readString(GeneratedPage.ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .filter(module -> !WITH_A_MANUAL.contains(module))
                .toList();
    }

    /** The rows of the table below a heading, without its two head lines. */
    private static List<String> rows(String heading) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        assertThat(lines).contains(heading);
        return lines.subList(lines.indexOf(heading) + 1, lines.size()).stream()
                .takeWhile(line -> !line.startsWith("#"))
                .filter(line -> line.startsWith("|"))
                .skip(2)
                .toList();
    }

    private static List<Named> named(Path document, String text) {
        return LINK.matcher(text)
                .results()
                .map(link -> new Named(link.group(1), document.resolveSibling(link.group(2))))
                .toList();
    }

    private static void assertExists(Named one) throws IOException {
        assertThat(one.file()).exists();
        if (one.file().toString().endsWith(".java")) {
            assertThat(Files.readString(one.file()))
                    .as("%s declares %s", one.file(), one.name())
                    .containsPattern("(class|record|interface|enum) " + Pattern.quote(one.name()) + "\\b");
        }
    }
}
