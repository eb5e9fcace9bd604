package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.topic.AsyncApi;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WireContractPageTest {
    private static final Path PAGE = Path.of("../docs/wire-contract.md");
    private static final Pattern EXAMPLE =
            Pattern.compile("<!-- example: (\\S+) -->\n```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern HEADER_ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|");

    @Test
    void theExamplesAreValidAndDecode() throws IOException {
        Matcher examples = EXAMPLE.matcher(Files.readString(PAGE));
        Set<String> shown = new TreeSet<>();
        while (examples.find()) {
            String name = examples.group(1);
            byte[] json = examples.group(2).getBytes(StandardCharsets.UTF_8);
            Kind<?> kind = Kind.ALL.stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            assertThat(PublishedSchemas.complaints(name, json))
                    .as(examples.group(2))
                    .isEmpty();
            assertThat(kind.decode(json)).isNotNull();
            shown.add(name);
        }
        assertThat(shown).containsExactly("calendar", "command", "schedule", "task");
    }

    @Test
    void theTopicsAreThoseOfThePublishedDocument() throws IOException {
        List<String> rows = new ArrayList<>();
        for (JsonNode channel : AsyncApi.published().document().get("channels").values()) {
            JsonNode configs = channel.at("/bindings/kafka/topicConfiguration");
            long days = configs.path("retention.ms").asLong() / 86_400_000;
            rows.add("| `" + channel.get("address").stringValue().replace("{namespace}.", "") + "` | "
                    + channel.get("x-partitions").stringValue() + " | "
                    + String.join(", ", channel.get("messages").propertyNames()) + " | "
                    + (days == 0 ? "compacted" : days == 1 ? "1 day" : days + " days") + " |");
        }
        assertThat(between("topics").lines().filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(rows);
    }

    @Test
    void theHeadersAreThoseOfTheCodeAndOfThePublishedDocument() throws IllegalAccessException, IOException {
        Set<String> inCode = new TreeSet<>();
        for (Field field : Headers.class.getFields()) {
            if (!field.getName().startsWith("KIND_")) {
                inCode.add(String.valueOf(field.get(null)));
            }
        }
        Set<String> published = new TreeSet<>();
        for (JsonNode message :
                AsyncApi.published().document().at("/components/messages").values()) {
            published.addAll(message.at("/headers/properties").propertyNames());
        }
        Set<String> onPage = new TreeSet<>();
        Matcher rows = HEADER_ROW.matcher(between("headers"));
        while (rows.find()) {
            onPage.add(rows.group(1));
        }
        assertThat(published).isEqualTo(inCode);
        assertThat(onPage).isEqualTo(inCode);
    }

    private static String between(String name) throws IOException {
        String page = Files.readString(PAGE);
        return page.substring(page.indexOf("<!-- " + name + ": begin -->"), page.indexOf("<!-- " + name + ": end -->"));
    }
}
