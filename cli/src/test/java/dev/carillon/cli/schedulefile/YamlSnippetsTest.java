package dev.carillon.cli.schedulefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The web page's tests read the same snippets, so that a definition means the same there and in a file. */
final class YamlSnippetsTest {
    private static final Path SNIPPETS = Path.of("../console/page/test/yaml-snippets.json");
    /** Numbers are equal by their value, whatever Java type holds them. */
    private static final Comparator<JsonNode> BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue())
            : (one.equals(other) ? 0 : 1);

    static Stream<Arguments> snippets() throws IOException {
        return Json.read(Files.readAllBytes(SNIPPETS))
                .valueStream()
                .map(snippet -> Arguments.of(
                        snippet.path("name").asString(), snippet.path("yaml").asString(), snippet));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("snippets")
    void snippetIsReadAsOnThePage(String name, String yaml, JsonNode snippet) {
        List<FileProblem> problems = new ArrayList<>();
        List<LocatedDocument> documents = YamlDocuments.read(name, yaml, problems);
        if (snippet.path("refused").asBoolean(false)) {
            assertThat(problems).isNotEmpty();
            return;
        }
        assertThat(problems).isEmpty();
        assertThat(documents).hasSizeLessThanOrEqualTo(1);
        JsonNode read = documents.isEmpty()
                ? JsonNodeFactory.instance.nullNode()
                : documents.get(0).root();
        JsonNode expected = snippet.path("json");
        assertThat(read.equals(BY_VALUE, expected))
                .as("%s is %s", read, expected)
                .isTrue();
    }
}
