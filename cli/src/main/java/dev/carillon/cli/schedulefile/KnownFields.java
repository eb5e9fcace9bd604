package dev.carillon.cli.schedulefile;

import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** The fields of a schedule file, as the JSON Schemas list them: a typing error in a file gets the nearest of them. */
final class KnownFields {
    private static final String SCHEMAS = "/dev/carillon/schemas/json/";
    private static final JsonNode SCHEDULE = schema("schedule.schema.json");

    /** By the path of their object; empty for the schedule itself. */
    static final Map<String, List<String>> BY_OBJECT =
            Map.of("", names(SCHEDULE), "retry", inner("retry"), "missed", inner("missed"), "shards", inner("shards"));

    private KnownFields() {}

    private static List<String> inner(String object) {
        JsonNode inline = SCHEDULE.path("properties").path(object);
        return names(
                inline.has("properties")
                        ? inline
                        : schema("types.schema.json").path("$defs").path(object));
    }

    private static List<String> names(JsonNode shape) {
        return List.copyOf(shape.path("properties").propertyNames());
    }

    private static JsonNode schema(String name) {
        try (InputStream bytes = Objects.requireNonNull(Schedule.class.getResourceAsStream(SCHEMAS + name), name)) {
            return Json.read(bytes.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
