package dev.carillon.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.work.Routing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The strategies of routing are listed in full wherever they are listed. */
class StrategyListsTest {
    private static final List<String> ALL = List.of(Routing.names().split(", ", -1));

    private static List<String> listed(String file, String list, String entry) throws IOException {
        Matcher found = Pattern.compile(list, Pattern.DOTALL).matcher(Files.readString(root().resolve(file)));
        assertThat(found.find()).as("list of strategies in " + file).isTrue();
        return Pattern.compile(entry)
                .matcher(found.group(1))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    private static Path root() {
        return Path.of("")
                .toAbsolutePath()
                .resolveSibling("schemas")
                .resolveSibling(".")
                .normalize();
    }

    @Test
    void theSchemaOfASchedule() throws IOException {
        String file = "schemas/src/main/resources/dev/carillon/schemas/json/schedule.schema.json";
        assertThat(listed(file, "\"routing\": \\{[^}]*?\"enum\": \\[(.*?)]", "\"([a-z-]+)\""))
                .isEqualTo(ALL);
    }

    @Test
    void theDescriptionOfTheRestApi() throws IOException {
        String file = "console/src/main/resources/dev/carillon/console/api/openapi.yaml";
        assertThat(listed(file, "\n    Strategy:\n      type: string\n      enum: \\[(.*?)]", "([a-z-]+)"))
                .isEqualTo(ALL);
    }

    @Test
    void thePageForOperators() throws IOException {
        assertThat(listed("docs/operations.md", "\\| routing \\|[^\n]*\n[^\n]*\n(.*?)\n\n", "(?m)^\\| `([a-z-]+)`"))
                .containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void theHelpOfTheCommand() throws IOException {
        String file = "cli/src/main/java/dev/carillon/cli/cluster/RoutingCommand.java";
        assertThat(listed(
                        file,
                        "paramLabel = \"STRATEGY\",\\s+description = (.*?)\\)\n",
                        "([a-z]+(?:-[a-z]+)*)(?=[,.]| or)"))
                .isEqualTo(ALL);
    }
}
