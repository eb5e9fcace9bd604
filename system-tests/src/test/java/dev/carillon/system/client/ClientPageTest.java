package dev.carillon.system.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the examples of docs/client.md with the code that runs. */
final class ClientPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("// example: \\w+\\R(.*?)\\s*// end", Pattern.DOTALL);
    private static final Pattern BLOCK = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

    @Test
    void everyExampleStandsOnThePageAsItRuns() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        Path project = Files.exists(root.resolve("schemas"))
                ? root
                : root.resolveSibling(".").normalize();
        String page = squeezed(String.join("\n", all(BLOCK, Files.readString(project.resolve("docs/client.md")))));
        List<String> examples = all(
                EXAMPLE,
                Files.readString(
                        project.resolve("system-tests/src/test/java/dev/carillon/system/client/ClientExamples.java")));
        assertThat(examples).hasSize(6).allSatisfy(example -> assertThat(page).contains(squeezed(example)));
    }

    private static List<String> all(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }
}
