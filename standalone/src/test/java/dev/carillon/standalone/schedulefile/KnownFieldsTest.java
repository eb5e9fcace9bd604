package dev.carillon.standalone.schedulefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class KnownFieldsTest {
    private static final String SCHEMAS = "/dev/carillon/schemas/json/";

    @Test
    void knownFieldsAreThoseOfTheSchema() throws IOException {
        assertThat(KnownFields.BY_OBJECT.get("")).containsExactlyInAnyOrderElementsOf(names(schedule()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retry", "missed", "shards"})
    void knownFieldsOfInnerObjectsAreThoseOfTheSchema(String object) throws IOException {
        JsonNode inline = schedule().path("properties").path(object);
        JsonNode shape = inline.has("properties")
                ? inline
                : schema("types.schema.json").path("$defs").path(object);
        assertThat(KnownFields.BY_OBJECT.get(object)).containsExactlyInAnyOrderElementsOf(names(shape));
    }

    private static JsonNode schedule() throws IOException {
        return schema("schedule.schema.json");
    }

    private static List<String> names(JsonNode shape) {
        return List.copyOf(shape.path("properties").propertyNames());
    }

    private static JsonNode schema(String name) throws IOException {
        try (InputStream bytes =
                Objects.requireNonNull(KnownFieldsTest.class.getResourceAsStream(SCHEMAS + name), name)) {
            return Json.read(bytes.readAllBytes());
        }
    }
}
