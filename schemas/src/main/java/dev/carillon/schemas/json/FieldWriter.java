package dev.carillon.schemas.json;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** One JSON object being written; absent values are left out, so that old readers meet nothing they can't know. */
public final class FieldWriter {
    private final JsonGenerator out;

    FieldWriter(JsonGenerator out) {
        this.out = out;
    }

    public FieldWriter text(String name, @Nullable Object value) {
        if (value != null) {
            out.writeStringProperty(name, Utf8.wellFormed(value.toString()));
        }
        return this;
    }

    /** A text for people, cut where it is over its limit: half a message is better than a refused record. */
    public FieldWriter prose(String name, @Nullable String value, int maxLength) {
        return text(
                name, value == null || value.length() <= maxLength ? value : value.substring(0, maxLength - 1) + "…");
    }

    public FieldWriter number(String name, @Nullable Long value) {
        if (value != null) {
            out.writeNumberProperty(name, value.longValue());
        }
        return this;
    }

    public FieldWriter number(String name, long value) {
        out.writeNumberProperty(name, value);
        return this;
    }

    public FieldWriter decimal(String name, double value) {
        out.writeNumberProperty(name, value);
        return this;
    }

    public FieldWriter flag(String name, boolean value) {
        out.writeBooleanProperty(name, value);
        return this;
    }

    public FieldWriter instant(String name, @Nullable Instant value) {
        return text(name, value);
    }

    public FieldWriter duration(String name, @Nullable Duration value) {
        return value == null ? this : text(name, Durations.format(value));
    }

    public FieldWriter choice(String name, @Nullable Enum<?> value) {
        return value == null ? this : text(name, Fields.spelled(value));
    }

    public FieldWriter constant(String name, @Nullable Enum<?> value) {
        return value == null ? this : text(name, value.name());
    }

    public <T> FieldWriter object(String name, @Nullable T value, BiConsumer<T, FieldWriter> shape) {
        if (value != null) {
            out.writeName(name);
            out.writeStartObject();
            shape.accept(value, this);
            out.writeEndObject();
        }
        return this;
    }

    /** A list of objects, each of the same shape. */
    public <T> FieldWriter objects(String name, Collection<T> values, BiConsumer<T, FieldWriter> shape) {
        if (!values.isEmpty()) {
            out.writeName(name);
            out.writeStartArray();
            for (T value : values) {
                out.writeStartObject();
                shape.accept(value, this);
                out.writeEndObject();
            }
            out.writeEndArray();
        }
        return this;
    }

    public FieldWriter texts(String name, Collection<?> values) {
        if (!values.isEmpty()) {
            out.writeName(name);
            out.writeStartArray();
            values.forEach(value -> out.writeString(Utf8.wellFormed(value.toString())));
            out.writeEndArray();
        }
        return this;
    }

    public FieldWriter numbers(String name, List<Long> values) {
        if (!values.isEmpty()) {
            out.writeName(name);
            out.writeStartArray();
            values.forEach(value -> out.writeNumber(value.longValue()));
            out.writeEndArray();
        }
        return this;
    }

    public FieldWriter textMap(String name, Map<String, String> values) {
        if (!values.isEmpty()) {
            out.writeName(name);
            out.writeStartObject();
            values.forEach((key, value) -> text(Utf8.wellFormed(key), value));
            out.writeEndObject();
        }
        return this;
    }

    public FieldWriter raw(String name, @Nullable RawJson value) {
        if (value != null) {
            out.writeName(name);
            out.writeRawValue(value.text());
        }
        return this;
    }

    public FieldWriter rest(Map<String, RawJson> rest) {
        rest.forEach(this::raw);
        return this;
    }
}
