package dev.carillon.standalone.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineInterface;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every command on a page exists, with the options that it is shown with. */
final class DocumentedWordsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void everyCommandOnEveryPageIsOneThatThereIs() throws IOException {
        CommandLineHarness cli = new CommandLineHarness(directory, new CarillonProgram());
        List<String> wrong = new ArrayList<>();
        int read = 0;
        for (Path page : pages()) {
            for (List<String> words : DocumentedWords.of(Files.readString(page))) {
                String problem = problem(cli.commands(), words);
                if (!problem.isEmpty()) {
                    wrong.add(ROOT.relativize(page) + ": carillon " + String.join(" ", words) + ": " + problem);
                }
                read++;
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(read).as("commands read").isGreaterThan(150);
    }

    /** All pages except decisions, which also show rejected commands. */
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of("", "docs", "examples/kcat", "examples/python", "examples/schedules")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    private static String problem(CommandLine commands, List<String> words) {
        // A command named alone, or with … for its arguments, is mentioned in a sentence and is not for typing.
        List<String> typed =
                words.stream().filter(word -> !word.startsWith("…")).toList();
        try {
            commands.parseArgs(CommandLineInterface.withSettings(typed.toArray(String[]::new)));
            return "";
        } catch (CommandLine.MissingParameterException e) {
            return "";
        } catch (CommandLine.ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void aWrongWordIsFound() {
        CommandLineHarness cli = new CommandLineHarness(directory, new CarillonProgram());
        String page = """
            Say `carillon schedule lsit`, or `carillon schedule
            list --al`.
            ```sh
            ./carillon schedule get report \\
                --colour > edited.json
            printf '%s' x | ./carillon submit -f - --bulk  # all of them
            ```
            """;
        assertThat(DocumentedWords.of(page))
                .containsExactlyInAnyOrder(
                        List.of("schedule", "get", "report", "--colour"),
                        List.of("submit", "-f", "-", "--bulk"),
                        List.of("schedule", "lsit"),
                        List.of("schedule", "list", "--al"))
                .allSatisfy(words -> assertThat(problem(cli.commands(), words)).isNotEmpty());
    }
}
