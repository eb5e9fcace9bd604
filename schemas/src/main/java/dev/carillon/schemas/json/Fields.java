package dev.carillon.schemas.json;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one JSON object. Each field is checked against its limits when it is taken; fields that were not
 * taken are in {@link #rest()}, so that fields of a newer version survive a round trip. A null field counts as absent.
 * Refusals name the field; {@link #object} adds the path of an inner object.
 */
public final class Fields {
    /** The most bytes that names and values of unknown fields may take. */
    public static final int MAX_REST_BYTES = 64 * 1024;

    private static final int NONE = -1;
    /** Longer than any spelling of an instant or a duration. */
    private static final int MAX_TIME = 64;

    private static final int MAX_CHOICE = 10_000;

    private final JsonIndex index;
    private final int object;
    private final int end;
    private final @Nullable Fields outer;
    private final String name;
    /** Where the search for the next field starts: most fields are in the order in which they are taken. */
    private int next;

    /** The fields of a document. */
    Fields(JsonIndex index) {
        this(index, 0, null, "");
    }

    private Fields(JsonIndex index, int object, @Nullable Fields outer, String name) {
        this.index = index;
        this.object = object;
        this.outer = outer;
        this.name = name;
        this.end = index.next(object);
        this.next = object + 1;
    }

    /** Ends the reading: later calls on this or any other object of the document fail. */
    public void release() {
        index.release();
    }

    private int find(String name) {
        int hash = FieldNames.hash(name);
        if (!index.mayHave(object, hash)) {
            return NONE;
        }
        for (int entry = next; entry < end; entry = index.next(entry)) {
            if (index.isNamed(entry, name, hash)) {
                next = index.next(entry);
                return entry;
            }
        }
        for (int entry = object + 1; entry < next; entry = index.next(entry)) {
            if (index.isNamed(entry, name, hash)) {
                return entry;
            }
        }
        return NONE;
    }

    /** The entry of a field that is neither absent nor null, or {@link #NONE}. */
    private int take(String name) {
        int entry = find(name);
        if (entry == NONE || index.isTaken(entry)) {
            return NONE;
        }
        index.take(entry);
        return index.kind(entry) == JsonIndex.NULL ? NONE : entry;
    }

    /** Whether the field is present and not null, taken or not. */
    public boolean has(String name) {
        int entry = find(name);
        return entry != NONE && index.kind(entry) != JsonIndex.NULL;
    }

    /** A text of any characters. */
    public @Nullable String text(String name, int maxLength) {
        int entry = take(name);
        return entry == NONE ? null : TextRules.of(name, index, entry, maxLength);
    }

    /** A name: a text of one line that is not blank. */
    public @Nullable String word(String name, int maxLength) {
        String text = text(name, maxLength);
        return text == null ? null : TextRules.word(name, text);
    }

    public String requiredText(String name, int maxLength) {
        return required(name, text(name, maxLength));
    }

    public String requiredWord(String name, int maxLength) {
        return required(name, word(name, maxLength));
    }

    /** A text that its own rule checks, for example a taskId. */
    public <T> @Nullable T parsed(String name, int maxLength, BiFunction<String, String, T> rule) {
        String text = text(name, maxLength);
        return text == null ? null : rule.apply(name, text);
    }

    /** As {@link #parsed}, by a rule that reads the bytes of a text without escapes. */
    public <T> @Nullable T spelled(String name, int maxLength, SpellingRule<T> rule) {
        int entry = take(name);
        if (entry == NONE) {
            return null;
        }
        if (index.kind(entry) == JsonIndex.STRING && index.isPlain(entry) && index.length(entry) - 2 <= maxLength) {
            return rule.read(name, index.source, index.start(entry) + 1, index.end(entry) - 1);
        }
        byte[] text = Utf8.bytes(TextRules.of(name, index, entry, maxLength));
        return rule.read(name, text, 0, text.length);
    }

    /** Parses the bytes between two positions, or refuses them under the field's name. */
    @FunctionalInterface
    public interface SpellingRule<T> {
        T read(String field, byte[] source, int start, int end);
    }

    public <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new ContractException(ErrorCode.MISSING_FIELD, name, "is missing", "add it");
        }
        return value;
    }

    /** A whole number; 1.0 and 1e0 are whole numbers too, as in JSON Schema. */
    public @Nullable Long number(String name, long min, long max) {
        int entry = take(name);
        return entry == NONE ? null : (Long) NumberRules.whole(name, index, entry, min, max);
    }

    public long number(String name, long byDefault, long min, long max) {
        int entry = take(name);
        return entry == NONE ? byDefault : NumberRules.whole(name, index, entry, min, max);
    }

    public double decimal(String name, double byDefault, double min, double max) {
        int entry = take(name);
        return entry == NONE ? byDefault : NumberRules.decimal(name, index, entry, min, max);
    }

    public @Nullable Double decimal(String name, double min, double max) {
        int entry = take(name);
        return entry == NONE ? null : (Double) NumberRules.decimal(name, index, entry, min, max);
    }

    public boolean flag(String name, boolean byDefault) {
        int entry = take(name);
        if (entry == NONE) {
            return byDefault;
        }
        int kind = index.kind(entry);
        if (kind != JsonIndex.TRUE && kind != JsonIndex.FALSE) {
            throw FieldRefusals.wrongType(name, index, entry, "true or false");
        }
        return kind == JsonIndex.TRUE;
    }

    public @Nullable Instant instant(String name) {
        int entry = take(name);
        return entry == NONE ? null : instant(name, entry);
    }

    private Instant instant(String name, int entry) {
        if (index.kind(entry) == JsonIndex.STRING && index.isPlain(entry)) {
            Instant instant = Instants.canonical(index.source, index.start(entry) + 1, index.end(entry) - 1);
            if (instant != null) {
                return instant;
            }
        }
        return Instants.parse(name, ErrorCode.OUT_OF_RANGE, TextRules.of(name, index, entry, MAX_TIME));
    }

    public @Nullable Duration duration(String name, Duration min, Duration max) {
        int entry = take(name);
        if (entry == NONE) {
            return null;
        }
        Duration plain = index.kind(entry) == JsonIndex.STRING && index.isPlain(entry)
                ? DurationText.parsePlain(index.source, index.start(entry) + 1, index.end(entry) - 1)
                : null;
        Duration duration = plain != null ? plain : Durations.parse(name, TextRules.of(name, index, entry, MAX_TIME));
        return Durations.checkRange(name, duration, min, max);
    }

    /** One of a closed list of values, spelled as the enum's names in lower case with hyphens. */
    public <E extends Enum<E>> @Nullable E choice(String name, Class<E> values) {
        return choice(name, EnumSpellings.ofChoices(values));
    }

    /** One of a closed list of values, spelled exactly as the enum's names: statuses and states. */
    public <E extends Enum<E>> @Nullable E constant(String name, Class<E> values) {
        return choice(name, EnumSpellings.ofConstants(values));
    }

    private <E extends Enum<E>> @Nullable E choice(String name, EnumSpellings<E> spellings) {
        int entry = take(name);
        if (entry == NONE) {
            return null;
        }
        E value = index.kind(entry) == JsonIndex.STRING
                ? spellings.find(index.source, index.start(entry) + 1, index.end(entry) - 1)
                : null;
        return value != null ? value : spellings.find(name, TextRules.of(name, index, entry, MAX_CHOICE));
    }

    /** The spelling of an enum constant in JSON: {@code QUEUE_ONE} is {@code queue-one}. */
    public static String spelled(Enum<?> value) {
        return EnumSpellings.ofChoice(value);
    }

    public <T> @Nullable T object(String name, Function<Fields, T> shape) {
        int entry = take(name);
        return entry == NONE ? null : object(name, entry, shape);
    }

    /** The full path of a field, for refusals thrown outside of this class, which adds the path itself. */
    public String pathOf(String field) {
        String path = outer == null ? name : outer.pathOf(name);
        return path.isEmpty() || field.isEmpty() ? path + field : path + "." + field;
    }

    private <T> T object(String name, int entry, Function<Fields, T> shape) {
        if (index.kind(entry) != JsonIndex.OBJECT) {
            throw FieldRefusals.wrongType(name, index, entry, "an object");
        }
        try {
            return shape.apply(new Fields(index, entry, this, name));
        } catch (ContractException e) {
            throw e.within(name);
        }
    }

    private <T> List<T> list(String name, int maxEntries, ItemReader<T> reader) {
        int list = take(name);
        if (list == NONE) {
            return List.of();
        }
        if (index.kind(list) != JsonIndex.LIST) {
            throw FieldRefusals.wrongType(name, index, list, "a list");
        }
        int size = index.size(list);
        FieldRefusals.checkEntries(name, size, maxEntries);
        List<T> items = new ArrayList<>(size);
        for (int entry = list + 1; entry < index.next(list); entry = index.next(entry)) {
            try {
                items.add(reader.read(entry, items.size()));
            } catch (ContractException e) {
                throw e.within(name + "[" + items.size() + "]");
            }
        }
        return List.copyOf(items);
    }

    /** Reads one entry of a list; its refusals have no name yet. */
    @FunctionalInterface
    private interface ItemReader<T> {
        T read(int entry, int number);
    }

    /** A list of objects, each of the same shape. */
    public <T> List<T> objects(String listName, int maxEntries, Function<Fields, T> shape) {
        return list(listName, maxEntries, (entry, number) -> {
            if (index.kind(entry) != JsonIndex.OBJECT) {
                throw FieldRefusals.wrongType("", index, entry, "an object");
            }
            return shape.apply(new Fields(index, entry, this, listName + "[" + number + "]"));
        });
    }

    /** A list of any JSON values, unchanged. */
    public List<RawJson> raws(String name, int maxEntries) {
        return list(
                name,
                maxEntries,
                (entry, number) ->
                        RawJson.part(index.source, index.start(entry), index.end(entry), index.depth(entry)));
    }

    /** The names of the fields that were not taken. */
    public Set<String> untaken() {
        Set<String> names = new TreeSet<>();
        for (int entry = object + 1; entry < end; entry = index.next(entry)) {
            if (!index.isTaken(entry)) {
                names.add(index.name(entry));
            }
        }
        return names;
    }

    public List<String> texts(String name, int maxEntries, int maxLength) {
        return list(name, maxEntries, (entry, number) -> TextRules.of("", index, entry, maxLength));
    }

    /** Names, each checked by the rule. */
    public List<String> words(String name, int maxEntries, int maxLength, BiFunction<String, String, String> rule) {
        return list(name, maxEntries, (entry, number) -> rule.apply("", TextRules.of("", index, entry, maxLength)));
    }

    public List<Instant> instants(String name, int maxEntries) {
        return list(name, maxEntries, (entry, number) -> instant("", entry));
    }

    public List<Long> numbers(String name, int maxEntries) {
        return list(name, maxEntries, (entry, number) -> NumberRules.whole("", index, entry, 0, Long.MAX_VALUE));
    }

    public Map<String, String> textMap(String name, int maxEntries, int maxKey, int maxValue) {
        int map = take(name);
        if (map == NONE) {
            return Map.of();
        }
        if (index.kind(map) != JsonIndex.OBJECT) {
            throw FieldRefusals.wrongType(name, index, map, "an object of strings");
        }
        FieldRefusals.checkEntries(name, index.size(map), maxEntries);
        if (index.size(map) == 0) {
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (int entry = map + 1; entry < index.next(map); entry = index.next(entry)) {
            String key = index.name(entry);
            try {
                TextRules.checkLength("", key, maxKey);
                TextRules.checkWellFormed("", key);
                texts.put(TextRules.word("", key), TextRules.of("", index, entry, maxValue));
            } catch (ContractException e) {
                throw e.within(name + "." + ContractException.shown(key));
            }
        }
        return Collections.unmodifiableMap(texts);
    }

    /** Any JSON, kept as its bytes. */
    public @Nullable RawJson raw(String name, int maxBytes) {
        int entry = find(name);
        if (entry == NONE || index.isTaken(entry)) {
            return null;
        }
        index.take(entry);
        FieldRefusals.checkCarried(name, index.length(entry), maxBytes);
        FieldRefusals.checkDepth(name, index.depth(entry));
        return RawJson.part(index.source, index.start(entry), index.end(entry), index.depth(entry));
    }

    /** The fields that were not taken: they belong to another version and are kept unchanged. */
    public Map<String, RawJson> rest() {
        Map<String, RawJson> rest = Map.of();
        long bytes = 0;
        for (int entry = object + 1; entry < end; entry = index.next(entry)) {
            if (index.isTaken(entry)) {
                continue;
            }
            index.take(entry);
            String name = index.name(entry);
            TextRules.checkWellFormed(ContractException.shown(name), name);
            FieldRefusals.checkDepth(ContractException.shown(name), index.depth(entry));
            bytes += FieldRefusals.unknownBytes(name, index.length(entry));
            if (rest.isEmpty()) {
                rest = new LinkedHashMap<>();
            }
            rest.put(name, RawJson.part(index.source, index.start(entry), index.end(entry), index.depth(entry)));
        }
        FieldRefusals.checkUnknown(object == 0 ? "value" : "", bytes);
        return rest.isEmpty() ? Map.of() : Collections.unmodifiableMap(rest);
    }
}
