package dev.carillon.kit.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bound configuration records. */
public final class Config {
    private final Map<Class<? extends Record>, Record> records;
    private final List<KeyDescription> descriptions;
    private final @Nullable String warning;

    Config(Map<Class<? extends Record>, Record> records, List<KeyDescription> descriptions, @Nullable String warning) {
        this.records = records;
        this.descriptions = descriptions;
        this.warning = warning;
    }

    public <T extends Record> T get(Class<T> kind) {
        Record found = records.get(kind);
        if (found == null) {
            throw new IllegalArgumentException(kind.getSimpleName() + " was not loaded");
        }
        return kind.cast(found);
    }

    /** A copy with another record instead of a loaded one; {@link #describe} still shows the loaded values. */
    public Config with(Record other) {
        if (!records.containsKey(other.getClass())) {
            throw new IllegalArgumentException(other.getClass().getSimpleName() + " was not loaded");
        }
        Map<Class<? extends Record>, Record> changed = new LinkedHashMap<>(records);
        changed.put(other.getClass(), other);
        return new Config(changed, descriptions, warning);
    }

    /** One line about environment variables with Carillon's prefix that set nothing; empty if there are none. */
    public Optional<String> warning() {
        return Optional.ofNullable(warning);
    }

    /** Every setting with its effective value and the origin of that value. */
    public List<KeyDescription> describe() {
        return descriptions;
    }
}
