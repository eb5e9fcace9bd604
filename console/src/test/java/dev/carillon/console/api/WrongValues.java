package dev.carillon.console.api;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.json.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Values that a schema of the document forbids. */
final class WrongValues {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private WrongValues() {}

    /** One of each type that the schema does not name; none for a schema that takes anything. */
    static List<JsonNode> ofOtherTypes(JsonNode schema) {
        if (!schema.has("type")) {
            return List.of();
        }
        Map<String, JsonNode> values = new TreeMap<>(Map.of(
                "integer", JSON.numberNode(7),
                "string", JSON.stringNode("text"),
                "boolean", JSON.booleanNode(true),
                "array", JSON.arrayNode().add(JSON.arrayNode()),
                "object", JSON.objectNode().put("x-y", 1)));
        String type = schema.get("type").stringValue();
        values.remove(type);
        if (type.equals("number")) {
            values.remove("integer");
        }
        return List.copyOf(values.values());
    }

    /** Spellings in a query that the schema of a parameter forbids. */
    static List<String> inQuery(JsonNode schema) {
        List<String> wrong = new ArrayList<>();
        wrong.add("");
        if (schema.has("minimum")) {
            wrong.add(String.valueOf(schema.get("minimum").longValue() - 1));
            wrong.add(String.valueOf(schema.get("maximum").longValue() + 1));
            wrong.addAll(List.of("seven", "1.5", "1e3", "99999999999999999999"));
        }
        if (schema.has("x-minimum")) {
            Duration longest =
                    Durations.parse("x-maximum", schema.get("x-maximum").stringValue());
            wrong.addAll(List.of("soon", "-1s", DurationText.format(longest.plusMillis(1))));
        }
        if (schema.path("type").asString("").equals("boolean")) {
            wrong.addAll(List.of("maybe", "TRUE", "1"));
        }
        if (schema.has("enum") || schema.has("format")) {
            wrong.addAll(List.of("nonsense", "2026-02-30"));
        }
        if (schema.has("pattern")) {
            wrong.addAll(List.of("%21", "%2F"));
        }
        if (schema.has("maxLength")) {
            wrong.add("x".repeat(schema.get("maxLength").intValue() + 1));
        }
        return wrong;
    }
}
