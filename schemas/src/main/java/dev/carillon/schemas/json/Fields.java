package dev.carillon.schemas.json;

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
 * One JSON object being taken apart. Every taken field is checked at once against its limit; what nobody took is
 * {@link #rest()}, so that fields of a newer version survive a round trip. A field that is null counts as absent. Refusals
 * name the field as it is called here; {@link #object} puts the path to an inner object before it.
 */
public final class Fields {
    /** Names and values that no record knows may take as much room as a small payload. */
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
    /** Where the next field is looked for first: most stand in the order in which they are asked for. */
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

    /** Ends the reading of the document: later calls on this object, or on any other of the document, fail. */
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

    /** Whether the field is there, taken already or not. */
    public boolean has(String name) {
        int entry = find(name);
        return entry != NONE && index.kind(entry) != JsonIndex.NULL;
    }

    /** A text of any characters. */
    public @Nullable String text(String name, int maxLength) {
        int entry = take(name);
        return entry == NONE ? null : Texts.of(name, index, entry, maxLength);
    }

    /** A name: a text of one line that is not blank. */
    public @Nullable String word(String name, int maxLength) {
        String text = text(name, maxLength);
        return text == null ? null : Texts.word(name, text);
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
        byte[] text = Utf8.bytes(Texts.of(name, index, entry, maxLength));
        return rule.read(name, text, 0, text.length);
    }

    /** Reads what lies between two places of some bytes, or refuses it under the name of its field. */
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
        return entry == NONE ? null : (Long) Numbers.whole(name, index, entry, min, max);
    }

    public long number(String name, long byDefault, long min, long max) {
        int entry = take(name);
        return entry == NONE ? byDefault : Numbers.whole(name, index, entry, min, max);
    }

    public double decimal(String name, double byDefault, double min, double max) {
        int entry = take(name);
        return entry == NONE ? byDefault : Numbers.decimal(name, index, entry, min, max);
    }

    public @Nullable Double decimal(String name, double min, double max) {
        int entry = take(name);
        return entry == NONE ? null : (Double) Numbers.decimal(name, index, entry, min, max);
    }

    public boolean flag(String name, boolean byDefault) {
        int entry = take(name);
        if (entry == NONE) {
            return byDefault;
        }
        int kind = index.kind(entry);
        if (kind != JsonIndex.TRUE && kind != JsonIndex.FALSE) {
            throw Refusals.wrongType(name, index, entry, "true or false");
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
        return Instants.parse(name, ErrorCode.OUT_OF_RANGE, Texts.of(name, index, entry, MAX_TIME));
    }

    public @Nullable Duration duration(String name, Duration min, Duration max) {
        int entry = take(name);
        if (entry == NONE) {
            return null;
        }
        Duration plain = index.kind(entry) == JsonIndex.STRING && index.isPlain(entry)
                ? Durations.plain(index.source, index.start(entry) + 1, index.end(entry) - 1)
                : null;
        Duration duration = plain != null ? plain : Durations.parse(name, Texts.of(name, index, entry, MAX_TIME));
        return Durations.checkRange(name, duration, min, max);
    }

    /** A closed list of values, spelled on the wire as the enum's names in lower case with hyphens. */
    public <E extends Enum<E>> @Nullable E choice(String name, Class<E> values) {
        return choice(name, Spellings.ofChoices(values));
    }

    /** A closed list of values spelled exactly as the enum's names: statuses and states. */
    public <E extends Enum<E>> @Nullable E constant(String name, Class<E> values) {
        return choice(name, Spellings.ofConstants(values));
    }

    private <E extends Enum<E>> @Nullable E choice(String name, Spellings<E> spellings) {
        int entry = take(name);
        if (entry == NONE) {
            return null;
        }
        E value = index.kind(entry) == JsonIndex.STRING
                ? spellings.find(index.source, index.start(entry) + 1, index.end(entry) - 1)
                : null;
        return value != null ? value : spellings.find(name, Texts.of(name, index, entry, MAX_CHOICE));
    }

    /** How an enum constant is spelled on the wire: {@code QUEUE_ONE} is {@code queue-one}. */
    public static String spelled(Enum<?> value) {
        return Spellings.ofChoice(value);
    }

    public <T> @Nullable T object(String name, Function<Fields, T> shape) {
        int entry = take(name);
        return entry == NONE ? null : object(name, entry, shape);
    }

    /** The full path of a field, for refusals other than ours: those get it on their way out. */
    public String pathOf(String field) {
        String path = outer == null ? name : outer.pathOf(name);
        return path.isEmpty() || field.isEmpty() ? path + field : path + "." + field;
    }

    private <T> T object(String name, int entry, Function<Fields, T> shape) {
        if (index.kind(entry) != JsonIndex.OBJECT) {
            throw Refusals.wrongType(name, index, entry, "an object");
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
            throw Refusals.wrongType(name, index, list, "a list");
        }
        int size = index.size(list);
        Refusals.checkEntries(name, size, maxEntries);
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

    /** Reads one entry of a list; what it refuses has no name yet. */
    @FunctionalInterface
    private interface ItemReader<T> {
        T read(int entry, int number);
    }

    /** A list of objects, each of the same shape. */
    public <T> List<T> objects(String listName, int maxEntries, Function<Fields, T> shape) {
        return list(listName, maxEntries, (entry, number) -> {
            if (index.kind(entry) != JsonIndex.OBJECT) {
                throw Refusals.wrongType("", index, entry, "an object");
            }
            return shape.apply(new Fields(index, entry, this, listName + "[" + number + "]"));
        });
    }

    /** A list of values of any shape, each as it stands there. */
    public List<RawJson> raws(String name, int maxEntries) {
        return list(
                name,
                maxEntries,
                (entry, number) ->
                        RawJson.part(index.source, index.start(entry), index.end(entry), index.depth(entry)));
    }

    /** The names of the fields that nobody took. */
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
        return list(name, maxEntries, (entry, number) -> Texts.of("", index, entry, maxLength));
    }

    /** Names, each checked by a rule of its own. */
    public List<String> words(String name, int maxEntries, int maxLength, BiFunction<String, String, String> rule) {
        return list(name, maxEntries, (entry, number) -> rule.apply("", Texts.of("", index, entry, maxLength)));
    }

    public List<Instant> instants(String name, int maxEntries) {
        return list(name, maxEntries, (entry, number) -> instant("", entry));
    }

    public List<Long> numbers(String name, int maxEntries) {
        return list(name, maxEntries, (entry, number) -> Numbers.whole("", index, entry, 0, Long.MAX_VALUE));
    }

    public Map<String, String> textMap(String name, int maxEntries, int maxKey, int maxValue) {
        int map = take(name);
        if (map == NONE) {
            return Map.of();
        }
        if (index.kind(map) != JsonIndex.OBJECT) {
            throw Refusals.wrongType(name, index, map, "an object of strings");
        }
        Refusals.checkEntries(name, index.size(map), maxEntries);
        if (index.size(map) == 0) {
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (int entry = map + 1; entry < index.next(map); entry = index.next(entry)) {
            String key = index.name(entry);
            try {
                Texts.checkLength("", key, maxKey);
                Texts.checkWellFormed("", key);
                texts.put(Texts.word("", key), Texts.of("", index, entry, maxValue));
            } catch (ContractException e) {
                throw e.within(name + "." + ContractException.shown(key));
            }
        }
        return Collections.unmodifiableMap(texts);
    }

    /** Any JSON, kept as the bytes it was. */
    public @Nullable RawJson raw(String name, int maxBytes) {
        int entry = find(name);
        if (entry == NONE || index.isTaken(entry)) {
            return null;
        }
        index.take(entry);
        Refusals.checkCarried(name, index.length(entry), maxBytes);
        Refusals.checkDepth(name, index.depth(entry));
        return RawJson.part(index.source, index.start(entry), index.end(entry), index.depth(entry));
    }

    /** The fields that nobody took: they are of another version, and are kept as they are. */
    public Map<String, RawJson> rest() {
        Map<String, RawJson> rest = Map.of();
        long bytes = 0;
        for (int entry = object + 1; entry < end; entry = index.next(entry)) {
            if (index.isTaken(entry)) {
                continue;
            }
            index.take(entry);
            String name = index.name(entry);
            Texts.checkWellFormed(ContractException.shown(name), name);
            Refusals.checkDepth(ContractException.shown(name), index.depth(entry));
            bytes += Refusals.unknownBytes(name, index.length(entry));
            if (rest.isEmpty()) {
                rest = new LinkedHashMap<>();
            }
            rest.put(name, RawJson.part(index.source, index.start(entry), index.end(entry), index.depth(entry)));
        }
        Refusals.checkUnknown(object == 0 ? "value" : "", bytes);
        return rest.isEmpty() ? Map.of() : Collections.unmodifiableMap(rest);
    }
}
