package dev.carillon.schemas.contract;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.topic.AsyncApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** Uses the JSON Schemas as other languages do: with a validator that is independent of Carillon's code. */
final class PublishedSchemas {
    private static final String BASE = "https://carillon.dev/schemas/";
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(id -> text(id.substring(BASE.length()))));
    private static final Map<String, JsonNode> DOCUMENTS = new ConcurrentHashMap<>();

    private PublishedSchemas() {}

    /** The validator's errors for the bytes; empty if they are valid. */
    static List<String> complaints(String name, byte[] json) {
        Schema schema = REGISTRY.getSchema(SchemaLocation.of(BASE + name + ".schema.json"));
        return schema
                .validate(
                        new String(json, StandardCharsets.UTF_8),
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Object::toString)
                .toList();
    }

    static JsonNode document(String name) {
        return DOCUMENTS.computeIfAbsent(
                name, file -> Json.read(text(file + ".schema.json").getBytes(StandardCharsets.UTF_8)));
    }

    /** A schema with its {@code $ref} resolved; keywords next to the reference win. */
    static Resolved resolve(String file, JsonNode schema) {
        JsonNode ref = schema.get("$ref");
        if (ref == null) {
            return new Resolved(file, schema);
        }
        String[] parts = ref.stringValue().split("#", 2);
        String target = parts[0].isEmpty() ? file : parts[0].replace(".schema.json", "");
        JsonNode found = document(target).at(parts.length == 2 ? parts[1] : "");
        return new Resolved(target, found);
    }

    record Resolved(String file, JsonNode schema) {}

    private static String text(String file) {
        try (InputStream in = PublishedSchemas.class.getResourceAsStream(AsyncApi.FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("no schema " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
