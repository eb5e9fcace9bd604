package dev.carillon.console.api.execution;

import dev.carillon.schemas.json.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Builds a JSON object of an answer; a field without a value is left out. */
final class JsonObject {
    private static final double NANOS_A_MILLI = 1_000_000.0;

    private final ObjectNode node = JsonNodeFactory.instance.objectNode();

    JsonObject text(String name, @Nullable Object value) {
        if (value != null) {
            node.put(name, value.toString());
        }
        return this;
    }

    /** As the contract spells it: in lower case, with hyphens. */
    JsonObject spelled(String name, @Nullable Enum<?> value) {
        return text(name, value == null ? null : Fields.spelled(value));
    }

    JsonObject number(String name, long value) {
        node.put(name, value);
        return this;
    }

    JsonObject number(String name, @Nullable Long value) {
        if (value != null) {
            node.put(name, value);
        }
        return this;
    }

    JsonObject decimal(String name, @Nullable Double value) {
        if (value != null) {
            node.put(name, value);
        }
        return this;
    }

    /** In milliseconds, with a fraction. */
    JsonObject millis(String name, @Nullable Duration value) {
        return decimal(name, value == null ? null : (Double) (value.toNanos() / NANOS_A_MILLI));
    }

    /** From one instant to the other, where both are known; never below zero. */
    JsonObject millis(String name, @Nullable Instant from, @Nullable Instant to) {
        if (from == null || to == null) {
            return this;
        }
        return millis(name, to.isBefore(from) ? Duration.ZERO : Duration.between(from, to));
    }

    JsonObject flag(String name, boolean value) {
        node.put(name, value);
        return this;
    }

    JsonObject value(String name, @Nullable JsonNode value) {
        if (value != null) {
            node.set(name, value);
        }
        return this;
    }

    JsonObject texts(String name, Collection<String> values) {
        ArrayNode list = node.putArray(name);
        values.forEach(list::add);
        return this;
    }

    JsonObject object(String name, Consumer<JsonObject> fields) {
        JsonObject inner = new JsonObject();
        fields.accept(inner);
        node.set(name, inner.node);
        return this;
    }

    <T> JsonObject list(String name, Collection<T> values, BiConsumer<JsonObject, T> fields) {
        ArrayNode list = node.putArray(name);
        for (T value : values) {
            JsonObject item = new JsonObject();
            fields.accept(item, value);
            list.add(item.node);
        }
        return this;
    }

    ObjectNode node() {
        return node;
    }
}
