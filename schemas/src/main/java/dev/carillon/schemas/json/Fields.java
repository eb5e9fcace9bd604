package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Slots.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * One JSON object being taken apart. Every taken field is checked at once against its limit; what nobody took is
 * {@link #rest()}, so that fields of a newer version survive a round trip. A field that is null counts as absent.
 */
public final class Fields {
    /** Names and values that no record knows may take as much room as a small payload. */
    public static final int MAX_REST_BYTES = 64 * 1024;

    private final String path;
    private final Map<String, Slot> slots;

    Fields(String path, Map<String, Slot> slots) {
        this.path = path;
        this.slots = slots;
    }

    private @Nullable Slot take(String name) {
        Slot slot = slots.remove(name);
        return slot == null || slot.isNull() ? null : slot;
    }

    /** The full path of a field, as error messages name it. */
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** A text of any characters. */
    public @Nullable String text(String name, int maxLength) {
        Slot slot = take(name);
        return slot == null ? null : Texts.of(pathOf(name), slot, maxLength);
    }

    /** A name: a text of one line that is not blank. */
    public @Nullable String word(String name, int maxLength) {
        String text = text(name, maxLength);
        return text == null ? null : Texts.word(pathOf(name), text);
    }

    public String requiredText(String name, int maxLength) {
        return required(name, text(name, maxLength));
    }

    public String requiredWord(String name, int maxLength) {
        return required(name, word(name, maxLength));
    }

    /** A text that a rule of its own checks, for example a taskId. */
    public <T> @Nullable T parsed(String name, int maxLength, BiFunction<String, String, T> rule) {
        String text = text(name, maxLength);
        return text == null ? null : rule.apply(pathOf(name), text);
    }

    public <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new ContractException(ErrorCode.MISSING_FIELD, pathOf(name), "is missing", "add it");
        }
        return value;
    }

    /** A whole number; 1.0 and 1e0 are whole numbers too, as in JSON Schema. */
    public @Nullable Long number(String name, long min, long max) {
        Slot slot = take(name);
        return slot == null ? null : (Long) Numbers.whole(pathOf(name), slot, min, max);
    }

    public long number(String name, long byDefault, long min, long max) {
        Long value = number(name, min, max);
        return value == null ? byDefault : value;
    }

    public double decimal(String name, double byDefault, double min, double max) {
        Double value = decimal(name, min, max);
        return value == null ? byDefault : value;
    }

    public @Nullable Double decimal(String name, double min, double max) {
        Slot slot = take(name);
        if (slot == null) {
            return null;
        }
        return Numbers.decimal(pathOf(name), slot, min, max);
    }

    public boolean flag(String name, boolean byDefault) {
        Slot slot = take(name);
        if (slot == null) {
            return byDefault;
        }
        if (slot.token() != JsonToken.VALUE_TRUE && slot.token() != JsonToken.VALUE_FALSE) {
            throw Refusals.wrongType(pathOf(name), slot, "true or false");
        }
        return slot.token() == JsonToken.VALUE_TRUE;
    }

    public @Nullable Instant instant(String name) {
        String text = text(name, 64);
        return text == null ? null : Instants.parse(pathOf(name), ErrorCode.OUT_OF_RANGE, text);
    }

    public @Nullable Duration duration(String name, Duration min, Duration max) {
        String text = text(name, 64);
        if (text == null) {
            return null;
        }
        Duration duration = Durations.parse(pathOf(name), text);
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw Refusals.range(pathOf(name), text, Durations.format(min), Durations.format(max));
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
        String text = text(name, 10_000);
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
                "use one of " + String.join(", ", known),
                String.join(", ", known));
    }

    /** How an enum constant is spelled on the wire: {@code QUEUE_ONE} is {@code queue-one}. */
    public static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public <T> @Nullable T object(String name, Function<Fields, T> shape) {
        Slot slot = take(name);
        if (slot == null) {
            return null;
        }
        if (slot.token() != JsonToken.START_OBJECT) {
            throw Refusals.wrongType(pathOf(name), slot, "an object");
        }
        return shape.apply(new Fields(pathOf(name), Slots.ofObject(slot)));
    }

    private <T> List<T> list(String name, int maxEntries, BiFunction<String, Slot, T> item) {
        Slot slot = take(name);
        if (slot == null) {
            return List.of();
        }
        if (slot.token() != JsonToken.START_ARRAY) {
            throw Refusals.wrongType(pathOf(name), slot, "a list");
        }
        List<Slot> entries = Slots.ofList(slot);
        Refusals.checkEntries(pathOf(name), entries.size(), maxEntries);
        List<T> items = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            items.add(item.apply(pathOf(name) + "[" + i + "]", entries.get(i)));
        }
        return List.copyOf(items);
    }

    /** A list of objects, each of the same shape. */
    public <T> List<T> objects(String name, int maxEntries, Function<Fields, T> shape) {
        return list(name, maxEntries, (field, slot) -> {
            if (slot.token() != JsonToken.START_OBJECT) {
                throw Refusals.wrongType(field, slot, "an object");
            }
            return shape.apply(new Fields(field, Slots.ofObject(slot)));
        });
    }

    /** The names of the fields that nobody took. */
    public Set<String> untaken() {
        return Set.copyOf(slots.keySet());
    }

    public List<String> texts(String name, int maxEntries, int maxLength) {
        return list(name, maxEntries, (field, slot) -> Texts.of(field, slot, maxLength));
    }

    /** Names, each checked by a rule of its own. */
    public List<String> words(String name, int maxEntries, int maxLength, BiFunction<String, String, String> rule) {
        return list(name, maxEntries, (field, slot) -> rule.apply(field, Texts.of(field, slot, maxLength)));
    }

    public List<Instant> instants(String name, int maxEntries) {
        return list(
                name,
                maxEntries,
                (field, slot) -> Instants.parse(field, ErrorCode.OUT_OF_RANGE, Texts.of(field, slot, 64)));
    }

    public List<Long> numbers(String name, int maxEntries) {
        return list(name, maxEntries, (field, slot) -> Numbers.whole(field, slot, 0, Long.MAX_VALUE));
    }

    public Map<String, String> textMap(String name, int maxEntries, int maxKey, int maxValue) {
        Slot slot = take(name);
        if (slot == null) {
            return Map.of();
        }
        if (slot.token() != JsonToken.START_OBJECT) {
            throw Refusals.wrongType(pathOf(name), slot, "an object of strings");
        }
        Map<String, Slot> entries = Slots.ofObject(slot);
        Refusals.checkEntries(pathOf(name), entries.size(), maxEntries);
        Map<String, String> map = new LinkedHashMap<>();
        entries.forEach((key, value) -> {
            String field = pathOf(name) + "." + ContractException.shown(key);
            Texts.checkLength(field, key, maxKey);
            map.put(Texts.word(field, key), Texts.of(field, value, maxValue));
        });
        return Collections.unmodifiableMap(map);
    }

    /** Any JSON, kept as the bytes it was. */
    public @Nullable RawJson raw(String name, int maxBytes) {
        Slot slot = slots.remove(name);
        if (slot == null) {
            return null;
        }
        if (slot.end() - slot.start() > maxBytes) {
            throw new ContractException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    pathOf(name),
                    slot.end() - slot.start() + " bytes are over the limit of " + maxBytes,
                    "keep the data elsewhere and send a reference to it",
                    "at most " + maxBytes + " bytes");
        }
        Refusals.checkDepth(pathOf(name), slot);
        return RawJson.of(slot);
    }

    /** The fields that nobody took: they are of another version, and are kept as they are. */
    public Map<String, RawJson> rest() {
        if (slots.isEmpty()) {
            return Map.of();
        }
        Map<String, RawJson> rest = new LinkedHashMap<>();
        long bytes = 0;
        for (Map.Entry<String, Slot> entry : slots.entrySet()) {
            Texts.checkWellFormed(pathOf(ContractException.shown(entry.getKey())), entry.getKey());
            Refusals.checkDepth(pathOf(ContractException.shown(entry.getKey())), entry.getValue());
            RawJson value = RawJson.of(entry.getValue());
            // A character of a name takes at most 6 bytes, escaped.
            bytes += value.length() + 6L * entry.getKey().length();
            rest.put(entry.getKey(), value);
        }
        if (bytes > MAX_REST_BYTES) {
            throw new ContractException(
                    ErrorCode.RECORD_TOO_LARGE,
                    path.isEmpty() ? "value" : path,
                    "its unknown fields take " + bytes + " bytes, over the limit of " + MAX_REST_BYTES,
                    "put data of your own into payload or metadata");
        }
        return Collections.unmodifiableMap(rest);
    }
}
