package dev.carillon.kit.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a record, in their order. Of most polled records only one or two are looked for, so those that come
 * from Kafka are decoded on demand.
 */
public interface HeaderList {
    static HeaderList none() {
        return KnownHeaders.NONE;
    }

    static HeaderList of(RecordHeader... headers) {
        return new KnownHeaders(List.of(headers));
    }

    static HeaderList of(List<RecordHeader> headers) {
        return headers.isEmpty() ? none() : new KnownHeaders(List.copyOf(headers));
    }

    /** One header for each entry, in their order. */
    static HeaderList of(Map<String, String> texts) {
        return none().with(texts);
    }

    List<RecordHeader> all();

    /** The last header of that name, which is the one that counts. */
    @Nullable
    RecordHeader last(String name);

    default boolean has(String name) {
        return last(name) != null;
    }

    /** The text of the last header of that name; null if there is none, or if it has no value. */
    default @Nullable String text(String name) {
        RecordHeader last = last(name);
        return last == null ? null : last.text();
    }

    /** As {@link #texts}, of one name. */
    default String textOr(String name, String otherwise) {
        RecordHeader last = last(name);
        if (last == null) {
            return otherwise;
        }
        String text = last.text();
        return text == null ? "" : text;
    }

    /** By name, the text of the last header of that name; empty for one without a value. */
    default Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (RecordHeader header : all()) {
            String text = header.text();
            texts.put(header.name(), text == null ? "" : text);
        }
        return texts;
    }

    /** These headers, and one more at their end. */
    default HeaderList with(RecordHeader added) {
        List<RecordHeader> headers = new ArrayList<>(all());
        headers.add(added);
        return of(headers);
    }

    /** These headers, and behind them one for each entry. */
    default HeaderList with(Map<String, String> added) {
        List<RecordHeader> headers = new ArrayList<>(all());
        added.forEach((name, text) -> headers.add(RecordHeader.of(name, text)));
        return of(headers);
    }

    /** Their bytes in a record, uncompressed. */
    default int bytes() {
        int bytes = 0;
        for (RecordHeader header : all()) {
            bytes += header.bytes();
        }
        return bytes;
    }
}
