package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the OpenAPI document and checks requests and responses against it, independently of the console's code. */
final class OpenApi {
    private static final String HERE = "https://carillon.dev/openapi.json";
    private static final String SCHEMAS = "https://carillon.dev/schemas/";
    private static final Set<String> VERBS = Set.of("get", "put", "post", "patch", "delete");

    static final JsonNode DOCUMENT = new YAMLMapper().readTree(OpenApiResource.document());
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(OpenApi::text));

    private static final Map<String, Schema> READ = new ConcurrentHashMap<>();

    private OpenApi() {}

    /** A path with one of its methods. */
    record Operation(String verb, String path, JsonNode said) {
        String id() {
            return said.get("operationId").stringValue();
        }

        /** Its parameters, with those of the path, all references followed. */
        List<JsonNode> parameters(String in) {
            List<JsonNode> found = new ArrayList<>();
            for (JsonNode holder : List.of(DOCUMENT.get("paths").get(path), said)) {
                if (holder.has("parameters")) {
                    holder.get("parameters").values().forEach(one -> found.add(resolved(one)));
                }
            }
            found.removeIf(one -> !one.get("in").stringValue().equals(in));
            return found;
        }

        Set<String> names(String in) {
            Set<String> names = new TreeSet<>();
            parameters(in).forEach(one -> names.add(one.get("name").stringValue()));
            return names;
        }

        String pointer() {
            return "/paths/" + escaped(path) + "/" + verb.toLowerCase(Locale.ROOT);
        }
    }

    static List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : DOCUMENT.get("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                if (VERBS.contains(method.getKey())) {
                    all.add(new Operation(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()));
                }
            }
        }
        return all;
    }

    /** The operation of a request; null if there is none. */
    static @Nullable Operation find(String verb, String target) {
        String path = target.split("\\?", 2)[0];
        Operation found = null;
        for (Operation one : operations()) {
            boolean matches = new ApiRoute(HttpVerb.GET, one.path(), Set.of(), 0, null, null).matches(path);
            // A path without variables wins over one with variables.
            if (matches
                    && one.verb().equals(verb)
                    && (found == null || !one.path().contains("{"))) {
                found = one;
            }
        }
        return found;
    }

    static JsonNode resolved(JsonNode node) {
        JsonNode ref = node.get("$ref");
        return ref == null
                ? node
                : DOCUMENT.at(URLDecoder.decode(ref.stringValue().substring(1), StandardCharsets.UTF_8));
    }

    /** Fails if the document does not allow this response to the request. */
    static void checkAnswer(String verb, String target, RawAnswer answer) {
        String asked = verb + " " + target + " → " + answer.status() + " " + answer.body();
        String type = answer.headers().getOrDefault("content-type", "").split(";", 2)[0];
        Operation operation = find(verb, target);
        if (answer.status() >= 400) {
            assertThat(type).as(asked).isEqualTo(ApiProblem.MEDIA_TYPE);
            assertThat(complaints("/components/schemas/Problem", answer.body()))
                    .as(asked)
                    .isEmpty();
            assertThat(answer.json().get("status").intValue()).as(asked).isEqualTo(answer.status());
            return;
        }
        assertThat(operation).as(asked + " is not in the document").isNotNull();
        JsonNode responses = Objects.requireNonNull(operation).said().get("responses");
        JsonNode response = responses.get(String.valueOf(answer.status()));
        assertThat(response).as(asked + ": the status is not in the document").isNotNull();
        if (!type.equals(ApiResponse.JSON)) {
            assertThat(response.get("content").has(type)).as(asked).isTrue();
            return;
        }
        String schema = operation.pointer() + "/responses/" + answer.status() + "/content/application~1json/schema";
        assertThat(complaints(schema, answer.body())).as(asked).isEmpty();
        if (response.has("headers")) {
            response.get("headers").propertyNames().forEach(name -> assertThat(answer.headers())
                    .as(asked)
                    .satisfiesAnyOf(
                            headers -> assertThat(headers).containsKey(name.toLowerCase(Locale.ROOT)),
                            headers -> assertThat(answer.json().has("dryRun")).isTrue()));
        }
    }

    /** Violations of the document by a request body. */
    static List<String> complaints(Operation operation, String body) {
        JsonNode content = operation.said().path("requestBody").path("content");
        if (content.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of("a body where none is foreseen");
        }
        return body.isEmpty()
                ? List.of()
                : complaints(operation.pointer() + "/requestBody/content/application~1json/schema", body);
    }

    private static List<String> complaints(String pointer, String json) {
        Schema schema = READ.computeIfAbsent(pointer, at -> REGISTRY.getSchema(SchemaLocation.of(HERE + "#" + at)));
        return schema
                .validate(
                        json,
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Object::toString)
                .toList();
    }

    private static String escaped(String path) {
        return path.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D");
    }

    static JsonNode schema(String name) {
        return new YAMLMapper().readTree(text(SCHEMAS + name));
    }

    private static String text(String id) {
        if (id.equals(HERE)) {
            return DOCUMENT.toString();
        }
        String file = "/dev/carillon/schemas/json/" + id.substring(SCHEMAS.length());
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
