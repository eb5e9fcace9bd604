package dev.carillon.schemas.contract;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.Json;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Schemas and records have the same limits: for each property of each sample, both accept the value at the limit and
 * refuse the value beyond it.
 */
class LimitsAgreeTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Fields that another field requires or forbids, so that their absence depends on the whole record. */
    private static final Set<String> ENTANGLED =
            Set.of("schedule cron", "schedule every", "schedule afterEnd", "schedule at", "schedule dependsOn");

    @ParameterizedTest
    @MethodSource("samples")
    void everyLimitIsDrawnAtTheSamePlace(Sample sample) {
        SoftAssertions softly = new SoftAssertions();
        new Walk(sample, softly)
                .object(
                        List.of(),
                        sample.kind().name(),
                        PublishedSchemas.document(sample.kind().name()));
        softly.assertAll();
    }

    static Iterable<Sample> samples() {
        return Sample.all().stream()
                .filter(sample -> !sample.name().contains("unknown"))
                .toList();
    }

    private record Walk(Sample sample, SoftAssertions softly) {
        void object(List<String> path, String file, JsonNode schema) {
            JsonNode json = at(sample.json(), path);
            Set<String> required = new java.util.TreeSet<>();
            if (schema.has("required")) {
                schema.get("required").values().forEach(name -> required.add(name.stringValue()));
            }
            schema.get("properties").properties().forEach(property -> {
                if (json.has(property.getKey())) {
                    List<String> at = new ArrayList<>(path);
                    at.add(property.getKey());
                    absence(at, required.contains(property.getKey()), byDefault(file, property.getValue()));
                    value(at, file, property.getValue());
                }
            });
        }

        private static @Nullable JsonNode byDefault(String file, JsonNode property) {
            JsonNode declared = property.get("default");
            return declared != null
                    ? declared
                    : PublishedSchemas.resolve(file, property).schema().get("default");
        }

        private void absence(List<String> path, boolean required, @Nullable JsonNode byDefault) {
            byte[] without = without(path);
            if (required) {
                refused("without " + path, without);
                return;
            }
            if (ENTANGLED.contains(sample.kind().name() + " " + path.get(path.size() - 1))
                    || !PublishedSchemas.complaints(sample.kind().name(), without)
                            .isEmpty()) {
                return;
            }
            @Nullable ContractException refusal = refusal(without);
            if (refusal != null && isBeyondSchemas(refusal)) {
                return;
            }
            JsonNode written = Json.read(Sample.roundTrip(sample.kind(), without));
            JsonNode found = at(written, path);
            if (byDefault != null && !found.isMissingNode()) {
                boolean same = byDefault.isNumber()
                        ? byDefault.decimalValue().compareTo(found.decimalValue()) == 0
                        : byDefault.equals(found);
                softly.assertThat(same)
                        .as("default of %s is %s, not %s", path, found, byDefault)
                        .isTrue();
            } else {
                softly.assertThat(found.isMissingNode() || found.isObject())
                        .as("%s appears from nowhere: %s", path, found)
                        .isTrue();
            }
        }

        private void value(List<String> path, String file, JsonNode property) {
            PublishedSchemas.Resolved resolved = PublishedSchemas.resolve(file, property);
            JsonNode schema = resolved.schema();
            if (schema.has("type")) {
                refused(path + " of another type", with(path, NODES.booleanNode(true), "boolean", schema));
                refused(path + " of another type", with(path, NODES.numberNode(7), "integer number", schema));
                refused(path + " of another type", with(path, NODES.stringNode("\u0001"), "none", schema, "string"));
                refused(path + " of another type", with(path, NODES.arrayNode().add(true), "none", schema));
            }
            text(path, schema);
            number(path, schema);
            duration(path, property);
            entries(path, schema);
            if (property.has("x-maxBytes")) {
                int max = property.get("x-maxBytes").intValue();
                refused(path + " over " + max, with(path, NODES.stringNode("x".repeat(max - 1))));
                if (max < 300_000) {
                    accepted(path + " of " + max, with(path, NODES.stringNode("x".repeat(max - 2))));
                }
            }
            if (schema.has("properties") && at(sample.json(), path).isObject()) {
                object(path, resolved.file(), schema);
            }
        }

        private void text(List<String> path, JsonNode schema) {
            if (schema.has("enum")) {
                bothRefuse(path + " outside the list", with(path, NODES.stringNode("no-such")));
                for (JsonNode value : schema.get("enum").values()) {
                    agree(path + " " + value, with(path, value));
                }
            }
            if (schema.has("maxLength")) {
                int max = schema.get("maxLength").intValue();
                bothRefuse(path + " over " + max, with(path, NODES.stringNode("x".repeat(max + 1))));
                if (!schema.has("format")) {
                    agree(path + " of " + max, with(path, NODES.stringNode("x".repeat(max))));
                }
            }
            if (schema.has("pattern") || schema.has("format")) {
                for (String bad : new String[] {"", " x", "x ", "a\nb", "é:/", "2026-11-18"}) {
                    agree(path + " " + bad, with(path, NODES.stringNode(bad)));
                }
            }
        }

        private void number(List<String> path, JsonNode schema) {
            if (schema.has("minimum")) {
                BigInteger min = schema.get("minimum").decimalValue().toBigInteger();
                BigInteger max = schema.get("maximum").decimalValue().toBigInteger();
                bothRefuse(path + " below " + min, with(path, NODES.numberNode(min.subtract(BigInteger.ONE))));
                bothRefuse(path + " above " + max, with(path, NODES.numberNode(max.add(BigInteger.ONE))));
                agree(path + " at " + min, with(path, NODES.numberNode(min)));
                agree(path + " at " + max, with(path, NODES.numberNode(max)));
                agree(path + " a half", with(path, NODES.numberNode(new java.math.BigDecimal("1.5"))));
                agree(path + " one, with a point", with(path, NODES.numberNode(new java.math.BigDecimal("1.0"))));
            }
        }

        private void duration(List<String> path, JsonNode property) {
            if (property.has("x-minimum")) {
                String min = property.get("x-minimum").stringValue();
                String max = property.get("x-maximum").stringValue();
                Duration over = Durations.parse("x-maximum", max).plusSeconds(1);
                refused(path + " over " + max, with(path, NODES.stringNode(DurationText.format(over))));
                refused(path + " negative", with(path, NODES.stringNode("PT-1S")));
                Duration least = Durations.parse("x-minimum", min);
                if (!least.isZero()) {
                    refused(path + " below " + min, with(path, NODES.stringNode("PT0.0005S")));
                }
                // A delay may not exceed maxDelay: that rule between fields has its own test.
                if (!path.contains("retry")) {
                    accepted(path + " at " + min, with(path, NODES.stringNode(min)));
                    accepted(path + " at " + max, with(path, NODES.stringNode(max)));
                }
            }
        }

        private void entries(List<String> path, JsonNode schema) {
            if (schema.has("maxItems")) {
                int max = schema.get("maxItems").intValue();
                JsonNode one = at(sample.json(), path).get(0);
                ArrayNode many = NODES.arrayNode();
                for (int i = 0; i < max; i++) {
                    many.add(one);
                }
                byte[] full = with(path, many);
                if (full.length < sample.kind().maxBytes()) {
                    accepted(path + " of " + max, full);
                    refused(path + " over " + max, with(path, many.deepCopy().add(one)));
                }
            }
            if (schema.has("maxProperties")) {
                int max = schema.get("maxProperties").intValue();
                ObjectNode many = NODES.objectNode();
                for (int i = 0; i < max; i++) {
                    many.put("name" + i, "value");
                }
                accepted(path + " of " + max, with(path, many));
                bothRefuse(path + " over " + max, with(path, many.deepCopy().put("one", "more")));
                int name = schema.at("/propertyNames/maxLength").intValue();
                int value = schema.at("/additionalProperties/maxLength").intValue();
                agree(path + " names", with(path, NODES.objectNode().put("n".repeat(name), "v".repeat(value))));
                bothRefuse(path + " long name", with(path, NODES.objectNode().put("n".repeat(name + 1), "v")));
                bothRefuse(path + " long value", with(path, NODES.objectNode().put("n", "v".repeat(value + 1))));
            }
        }

        /** Null where the schema allows this type, so that there is nothing to refuse. */
        private byte @Nullable [] with(
                List<String> path, JsonNode value, String types, JsonNode schema, String... more) {
            String allowed = schema.get("type").stringValue();
            return types.contains(allowed) || List.of(more).contains(allowed) || allowed.equals(kindOf(value))
                    ? null
                    : with(path, value);
        }

        private static String kindOf(JsonNode value) {
            return value.isArray() ? "array" : "";
        }

        private byte[] with(List<String> path, JsonNode value) {
            JsonNode copy = sample.json();
            ((ObjectNode) at(copy, path.subList(0, path.size() - 1))).set(path.get(path.size() - 1), value);
            return Json.write(copy);
        }

        private byte[] without(List<String> path) {
            JsonNode copy = sample.json();
            ((ObjectNode) at(copy, path.subList(0, path.size() - 1))).remove(path.get(path.size() - 1));
            return Json.write(copy);
        }

        private static JsonNode at(JsonNode json, List<String> path) {
            JsonNode found = json;
            for (String name : path) {
                found = found.path(name);
            }
            return found;
        }

        private void agree(String what, byte[] bytes) {
            boolean valid =
                    PublishedSchemas.complaints(sample.kind().name(), bytes).isEmpty();
            @Nullable ContractException refusal = refusal(bytes);
            // Only the record has rules between fields and lists of zones; a schema can't express them.
            if (refusal != null && valid && isBeyondSchemas(refusal)) {
                return;
            }
            softly.assertThat(refusal == null)
                    .as("%s: schema says %s, record says %s", what, valid, String.valueOf(refusal))
                    .isEqualTo(valid);
        }

        private static boolean isBeyondSchemas(ContractException refusal) {
            return switch (refusal.code()) {
                case CONFLICTING_FIELDS, KEY_MISMATCH, BAD_ZONE -> true;
                default -> false;
            };
        }

        private void accepted(String what, byte[] bytes) {
            softly.assertThat(refusal(bytes)).as(what).isNull();
            softly.assertThat(PublishedSchemas.complaints(sample.kind().name(), bytes))
                    .as(what)
                    .isEmpty();
        }

        private void bothRefuse(String what, byte[] bytes) {
            refused(what, bytes);
            softly.assertThat(PublishedSchemas.complaints(sample.kind().name(), bytes))
                    .as(what)
                    .isNotEmpty();
        }

        private void refused(String what, byte @Nullable [] bytes) {
            if (bytes != null) {
                softly.assertThat(refusal(bytes)).as(what).isNotNull();
            }
        }

        private @Nullable ContractException refusal(byte[] bytes) {
            try {
                sample.kind().decode(bytes);
                return null;
            } catch (ContractException e) {
                return e;
            }
        }
    }
}
