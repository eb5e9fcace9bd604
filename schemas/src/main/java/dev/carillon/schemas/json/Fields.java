package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One JSON object being taken apart. Every taken field is checked at once against its limit; what nobody took is
 * {@link #rest()}, so that fields of a newer version survive a round trip.
 */
public final class Fields {
    private static final int MAX_LIST = 1_000;

    private final String path;
    private final ObjectNode object;

    Fields(String path, ObjectNode object) {
        this.path = path;
        this.object = object;
    }

    private @Nullable JsonNode take(String name) {
        JsonNode node = object.remove(name);
        return node == null || node.isNull() ? null : node;
    }

    /** The full path of a field, as error messages name it. */
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    public @Nullable String text(String name, int maxLength) {
        JsonNode node = take(name);
        if (node == null) {
            return null;
        }
        if (!node.isString()) {
            throw wrongType(name, node, "a string");
        }
        String text = node.stringValue();
        if (text.length() > maxLength) {
            throw new ContractException(
                    ErrorCode.TEXT_TOO_LONG,
                    pathOf(name),
                    text.length() + " characters are over the limit of " + maxLength,
                    "shorten it");
        }
        return text;
    }

    public String requiredText(String name, int maxLength) {
        return required(name, text(name, maxLength));
    }

    /** A text that a rule of its own checks, for example a taskId. */
    public <T> @Nullable T parsed(String name, int maxLength, java.util.function.BiFunction<String, String, T> rule) {
        String text = text(name, maxLength);
        return text == null ? null : rule.apply(pathOf(name), text);
    }

    public <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new ContractException(ErrorCode.MISSING_FIELD, pathOf(name), "is missing", "add it");
        }
        return value;
    }

    public @Nullable Long number(String name, long min, long max) {
        JsonNode node = take(name);
        if (node == null) {
            return null;
        }
        if (!node.isIntegralNumber()) {
            throw wrongType(name, node, "a whole number");
        }
        if (!node.canConvertToLong() || node.longValue() < min || node.longValue() > max) {
            throw range(name, node.toString(), min, max);
        }
        return node.longValue();
    }

    public long number(String name, long byDefault, long min, long max) {
        Long value = number(name, min, max);
        return value == null ? byDefault : value;
    }

    public double decimal(String name, double byDefault, double min, double max) {
        JsonNode node = take(name);
        if (node == null) {
            return byDefault;
        }
        if (!node.isNumber()) {
            throw wrongType(name, node, "a number");
        }
        BigDecimal exact = node.decimalValue();
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw range(name, node.toString(), min, max);
        }
        return exact.doubleValue();
    }

    public boolean flag(String name, boolean byDefault) {
        JsonNode node = take(name);
        if (node == null) {
            return byDefault;
        }
        if (!node.isBoolean()) {
            throw wrongType(name, node, "true or false");
        }
        return node.booleanValue();
    }

    public @Nullable Instant instant(String name) {
        String text = text(name, 64);
        if (text == null) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    pathOf(name),
                    ContractException.shown(text) + " is not an instant",
                    "write it like 2026-11-18T06:00:00Z");
        }
    }

    public @Nullable Duration duration(String name, Duration min, Duration max) {
        String text = text(name, 64);
        if (text == null) {
            return null;
        }
        Duration duration = Durations.parse(pathOf(name), text);
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw range(name, text, Durations.format(min), Durations.format(max));
        }
        return duration;
    }

    /** A closed list of values, spelled on the wire as the enum's names in lower case with hyphens. */
    public <E extends Enum<E>> @Nullable E choice(String name, Class<E> values) {
        return choice(name, values, Fields::spelled);
    }

    /** A closed list of values spelled exactly as the enum's names: statuses and states. */
    public <E extends Enum<E>> @Nullable E constant(String name, Class<E> values) {
        return choice(name, values, Enum::name);
    }

    private <E extends Enum<E>> @Nullable E choice(String name, Class<E> values, Function<E, String> spelling) {
        String text = text(name, 64);
        if (text == null) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (E value : values.getEnumConstants()) {
            if (spelling.apply(value).equals(text)) {
                return value;
            }
            known.add(spelling.apply(value));
        }
        throw new ContractException(
                ErrorCode.UNKNOWN_VALUE,
                pathOf(name),
                ContractException.shown(text) + " is not known",
                "use one of " + String.join(", ", known));
    }

    /** How an enum constant is spelled on the wire: {@code QUEUE_ONE} is {@code queue-one}. */
    public static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public <T> @Nullable T object(String name, Function<Fields, T> shape) {
        JsonNode node = take(name);
        if (node == null) {
            return null;
        }
        if (!node.isObject()) {
            throw wrongType(name, node, "an object");
        }
        return shape.apply(new Fields(pathOf(name), (ObjectNode) node));
    }

    public <T> List<T> list(String name, int maxEntries, java.util.function.BiFunction<String, JsonNode, T> item) {
        JsonNode node = take(name);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray()) {
            throw wrongType(name, node, "a list");
        }
        if (node.size() > maxEntries) {
            throw tooMany(name, node.size(), maxEntries);
        }
        List<T> items = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            items.add(item.apply(pathOf(name) + "[" + i + "]", node.get(i)));
        }
        return List.copyOf(items);
    }

    public List<String> texts(String name, int maxLength) {
        return list(name, MAX_LIST, (field, node) -> {
            if (!node.isString()) {
                throw new ContractException(ErrorCode.WRONG_TYPE, field, "is not a string", "write a string in quotes");
            }
            if (node.stringValue().length() > maxLength) {
                throw new ContractException(
                        ErrorCode.TEXT_TOO_LONG,
                        field,
                        node.stringValue().length() + " characters are over the limit of " + maxLength,
                        "shorten it");
            }
            return node.stringValue();
        });
    }

    public List<Long> numbers(String name) {
        return list(name, 10_000, (field, node) -> {
            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                throw new ContractException(
                        ErrorCode.WRONG_TYPE, field, "is not a whole number", "write a whole number");
            }
            return node.longValue();
        });
    }

    public Map<String, String> textMap(String name, int maxEntries, int maxKey, int maxValue) {
        JsonNode node = take(name);
        if (node == null) {
            return Map.of();
        }
        if (!node.isObject()) {
            throw wrongType(name, node, "an object of strings");
        }
        if (node.size() > maxEntries) {
            throw tooMany(name, node.size(), maxEntries);
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String field = pathOf(name) + "." + ContractException.shown(entry.getKey());
            if (!entry.getValue().isString()) {
                throw new ContractException(ErrorCode.WRONG_TYPE, field, "is not a string", "write a string in quotes");
            }
            String value = entry.getValue().stringValue();
            if (entry.getKey().length() > maxKey || value.length() > maxValue) {
                throw new ContractException(
                        ErrorCode.TEXT_TOO_LONG,
                        field,
                        "name or value is over the limit of " + maxKey + " and " + maxValue + " characters",
                        "shorten it");
            }
            map.put(entry.getKey(), value);
        }
        return java.util.Collections.unmodifiableMap(map);
    }

    /** Any JSON, kept as the bytes it was. */
    public @Nullable RawJson raw(String name, int maxBytes) {
        JsonNode node = object.remove(name);
        if (node == null) {
            return null;
        }
        RawJson json = RawJson.of(node);
        if (json.length() > maxBytes) {
            throw new ContractException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    pathOf(name),
                    json.length() + " bytes are over the limit of " + maxBytes,
                    "keep the data elsewhere and send a reference to it");
        }
        return json;
    }

    /** The fields that nobody took: they are of another version, and are kept as they are. */
    public Map<String, RawJson> rest() {
        if (object.isEmpty()) {
            return Map.of();
        }
        Map<String, RawJson> rest = new LinkedHashMap<>();
        object.properties().forEach(entry -> rest.put(entry.getKey(), RawJson.of(entry.getValue())));
        return java.util.Collections.unmodifiableMap(rest);
    }

    private ContractException wrongType(String name, JsonNode node, String wanted) {
        return new ContractException(
                ErrorCode.WRONG_TYPE,
                pathOf(name),
                "is " + node.getNodeType().name().toLowerCase(Locale.ROOT) + " " + ContractException.shown(node),
                "write " + wanted);
    }

    private ContractException range(String name, String value, Object min, Object max) {
        return new ContractException(
                ErrorCode.OUT_OF_RANGE,
                pathOf(name),
                value + " is outside of " + min + " to " + max,
                "choose a value inside");
    }

    private ContractException tooMany(String name, int size, int max) {
        return new ContractException(
                ErrorCode.TOO_MANY_ENTRIES,
                pathOf(name),
                size + " entries are over the limit of " + max,
                "split it up");
    }
}
