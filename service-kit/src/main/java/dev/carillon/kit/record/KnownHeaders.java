package dev.carillon.kit.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers that are decoded already. */
record KnownHeaders(List<RecordHeader> all) implements HeaderList {
    static final KnownHeaders NONE = new KnownHeaders(List.of());

    @Override
    public @Nullable RecordHeader last(String name) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).name().equals(name)) {
                return all.get(i);
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
