package dev.carillon.kit.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One annotated component of a configuration record. */
record KnownKey(Class<? extends Record> owner, RecordComponent component, Key key) {
    private static final String REDACTED = "******";

    /** The keys of a record and of the records in it. */
    static List<KnownKey> of(Class<? extends Record> owner) {
        List<KnownKey> keys = new ArrayList<>();
        for (RecordComponent component : owner.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            if (key != null) {
                keys.add(new KnownKey(owner, component, key));
            } else if (component.getType().isRecord()) {
                keys.addAll(of(component.getType().asSubclass(Record.class)));
            } else {
                throw new IllegalArgumentException(owner.getName() + "." + component.getName() + " has no @Key");
            }
        }
        return keys;
    }

    String name() {
        return key.name();
    }

    String environmentName() {
        return EnvironmentNames.of(key.name());
    }

    /** The setting that names the file with the secret. */
    String fileName() {
        return key.name() + "-file";
    }

    String fileEnvironmentName() {
        return EnvironmentNames.of(fileName());
    }

    /** Whether it is a group of settings that another program names. */
    boolean isGroup() {
        return type() == Map.class;
    }

    ForeignSettings vocabulary() {
        try {
            var constructor = key.vocabulary().getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can't make a " + key.vocabulary().getName(), e);
        }
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
        return shown(value, key.secret());
    }

    static String shown(String value, boolean secret) {
        return secret && !value.isEmpty() ? REDACTED : value;
    }
}
