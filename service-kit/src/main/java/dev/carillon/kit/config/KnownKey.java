package dev.carillon.kit.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One annotated component of a configuration record. */
record KnownKey(Class<? extends Record> owner, RecordComponent component, Key key) {
    static List<KnownKey> of(Class<? extends Record> owner) {
        List<KnownKey> keys = new ArrayList<>();
        for (RecordComponent component : owner.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            if (key == null) {
                throw new IllegalArgumentException(owner.getName() + "." + component.getName() + " has no @Key");
            }
            keys.add(new KnownKey(owner, component, key));
        }
        return keys;
    }

    String name() {
        return key.name();
    }

    String environmentName() {
        return EnvironmentNames.of(key.name());
    }

    Class<?> type() {
        return component.getType();
    }

    boolean mayBeAbsent() {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    boolean hasDefault() {
        return !key.byDefault().isEmpty();
    }

    String shown(String value) {
        return key.secret() && !value.isEmpty() ? "******" : value;
    }
}
