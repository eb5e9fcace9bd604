package dev.carillon.schemas.json;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object. Absent values are left out, so that old readers don't meet unknown fields. Each method checks
 * what its counterpart in {@link Fields} checks, so that every written object can be read. Refusals name the field;
 * {@link #object} adds the path.
 */
public final class FieldWriter {
    private final JsonBytes out;
    private boolean isFirst = true;
    /** The number of objects around the one being written. */
    private int around;

    FieldWriter(JsonBytes out) {
        this.out = out;
    }

    private void name(String name) {
        separate();
        out.name(name);
    }

    private void separate() {
        if (!isFirst) {
            out.add((byte) ',');
        }
        isFirst = false;
    }

    /** A text of any characters; a lone surrogate, which UTF-8 can't encode, is replaced. */
    public FieldWriter text(String name, @Nullable String value, int maxLength) {
        if (value != null) {
            TextRules.checkLength(name, value, maxLength);
            name(name);
            out.string(value);
        }
        return this;
    }

    /** A text for people, shortened to its limit: half a message is better than a refused record. */
    public FieldWriter prose(String name, @Nullable String value, int maxLength) {
        return text(
                name,
                value == null || value.length() <= maxLength ? value : value.substring(0, maxLength - 1) + "…",
                maxLength);
    }

    /** A name: a text of one line that is not blank. */
    public FieldWriter word(String name, @Nullable String value, int maxLength) {
        return value == null ? this : text(name, TextRules.word(name, value), maxLength);
    }

    /** A text that its own rule checks. */
    public FieldWriter parsed(
            String name, @Nullable String value, int maxLength, BiFunction<String, String, String> rule) {
        if (value != null) {
            TextRules.checkLength(name, value, maxLength);
            String checked = rule.apply(name, value);
            name(name);
            out.string(checked);
        }
        return this;
    }

    /** A text whose bytes are known and need no escape, such as a key. */
    public FieldWriter spelled(String name, byte @Nullable [] ascii) {
        if (ascii != null) {
            name(name);
            out.add((byte) '"');
            out.add(ascii);
            out.add((byte) '"');
        }
        return this;
    }

    public FieldWriter number(String name, @Nullable Long value, long min, long max) {
        return value == null ? this : number(name, value.longValue(), min, max);
    }

    public FieldWriter number(String name, long value, long min, long max) {
        NumberRules.checkRange(name, value, min, max);
        name(name);
        out.number(value);
        return this;
    }

    /** A number that is left out if it is the default of readers. */
    public FieldWriter numberUnless(long byDefault, String name, long value, long min, long max) {
        return value == byDefault ? this : number(name, value, min, max);
    }

    public FieldWriter decimal(String name, @Nullable Double value, double min, double max) {
        if (value != null) {
            NumberRules.checkRange(name, value, min, max);
            name(name);
            out.ascii(Double.toString(value));
        }
        return this;
    }

    public FieldWriter flag(String name, boolean value) {
        name(name);
        out.ascii(value ? "true" : "false");
        return this;
    }

    public FieldWriter instant(String name, @Nullable Instant value) {
        if (value != null) {
            Instants.check(name, ErrorCode.OUT_OF_RANGE, value);
            name(name);
            quoted(value);
        }
        return this;
    }

    private void quoted(Instant value) {
        out.add((byte) '"');
        out.instant(value);
        out.add((byte) '"');
    }

    public FieldWriter duration(String name, @Nullable Duration value, Duration min, Duration max) {
        if (value != null) {
            Durations.checkRange(name, value, min, max);
            name(name);
            out.string(DurationText.format(value));
        }
        return this;
    }

    public FieldWriter choice(String name, @Nullable Enum<?> value) {
        return value == null ? this : plain(name, Fields.spelled(value));
    }

    public FieldWriter constant(String name, @Nullable Enum<?> value) {
        return value == null ? this : plain(name, value.name());
    }

    private FieldWriter plain(String name, String ascii) {
        name(name);
        out.add((byte) '"');
        out.ascii(ascii);
        out.add((byte) '"');
        return this;
    }

    public <T> FieldWriter object(String name, @Nullable T value, BiConsumer<T, FieldWriter> shape) {
        if (value != null) {
            name(name);
            try {
                inner(value, shape);
            } catch (ContractException e) {
                throw e.within(name);
            }
        }
        return this;
    }

    private <T> void inner(T value, BiConsumer<T, FieldWriter> shape) {
        out.add((byte) '{');
        isFirst = true;
        around++;
        shape.accept(value, this);
        around--;
        out.add((byte) '}');
        isFirst = false;
    }

    /** An object that is already encoded. */
    public FieldWriter encoded(String name, byte @Nullable [] object) {
        if (object != null) {
            name(name);
            out.add(object);
        }
        return this;
    }

    private <T> FieldWriter list(String name, Collection<T> values, int maxEntries, ItemWriter<T> item) {
        if (values.isEmpty()) {
            return this;
        }
        FieldRefusals.checkEntries(name, values.size(), maxEntries);
        name(name);
        out.add((byte) '[');
        int written = 0;
        for (T value : values) {
            if (written > 0) {
                out.add((byte) ',');
            }
            try {
                item.write("", value);
            } catch (ContractException e) {
                throw e.within(name + "[" + written + "]");
            }
            written++;
        }
        out.add((byte) ']');
        return this;
    }

    /** Writes one entry of a list; its refusals use the given name. */
    @FunctionalInterface
    private interface ItemWriter<T> {
        void write(String name, T value);
    }

    /** A list of objects, each of the same shape. */
    public <T> FieldWriter objects(
            String name, Collection<T> values, int maxEntries, BiConsumer<T, FieldWriter> shape) {
        return list(name, values, maxEntries, (item, value) -> inner(value, shape));
    }

    public FieldWriter texts(String name, Collection<String> values, int maxEntries, int maxLength) {
        return list(name, values, maxEntries, (item, value) -> {
            TextRules.checkLength(item, value, maxLength);
            out.string(value);
        });
    }

    /** Names, each checked by the rule. */
    public FieldWriter words(
            String name,
            Collection<String> values,
            int maxEntries,
            int maxLength,
            BiFunction<String, String, String> rule) {
        return list(name, values, maxEntries, (item, value) -> {
            TextRules.checkLength(item, value, maxLength);
            out.string(rule.apply(item, value));
        });
    }

    public FieldWriter instants(String name, Collection<Instant> values, int maxEntries) {
        return list(
                name, values, maxEntries, (item, value) -> quoted(Instants.check(item, ErrorCode.OUT_OF_RANGE, value)));
    }

    public FieldWriter numbers(String name, List<Long> values, int maxEntries) {
        return list(
                name,
                values,
                maxEntries,
                (item, value) -> out.number(NumberRules.checkRange(item, value, 0, Long.MAX_VALUE)));
    }

    public FieldWriter textMap(String name, Map<String, String> values, int maxEntries, int maxKey, int maxValue) {
        if (!values.isEmpty()) {
            FieldRefusals.checkEntries(name, values.size(), maxEntries);
            name(name);
            out.add((byte) '{');
            isFirst = true;
            values.forEach((key, value) -> entry(name, key, value, maxKey, maxValue));
            out.add((byte) '}');
            isFirst = false;
        }
        return this;
    }

    private void entry(String map, String key, String value, int maxKey, int maxValue) {
        try {
            TextRules.checkLength("", key, maxKey);
            TextRules.checkWellFormed("", key);
            TextRules.word("", key);
            TextRules.checkLength("", value, maxValue);
        } catch (ContractException e) {
            throw e.within(map + "." + ContractException.shown(key));
        }
        separate();
        out.string(key);
        out.add((byte) ':');
        out.string(value);
    }

    /** Any JSON, written byte by byte as it is. */
    public FieldWriter raw(String name, @Nullable RawJson value, int maxBytes) {
        if (value != null) {
            value.check(name, maxBytes);
            name(name);
            out.add(value);
        }
        return this;
    }

    /** Unknown fields of a newer version, unchanged. */
    public FieldWriter rest(Map<String, RawJson> rest) {
        if (rest.isEmpty()) {
            return this;
        }
        long bytes = 0;
        for (Map.Entry<String, RawJson> field : rest.entrySet()) {
            String name = field.getKey();
            RawJson value = field.getValue();
            value.checkDepth(ContractException.shown(name));
            bytes += FieldRefusals.unknownBytes(name, value.length());
            separate();
            out.string(name);
            out.add((byte) ':');
            out.add(value);
        }
        FieldRefusals.checkUnknown(around == 0 ? "value" : "", bytes);
        return this;
    }
}
