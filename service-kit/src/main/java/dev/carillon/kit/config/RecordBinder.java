package dev.carillon.kit.config;

import dev.carillon.kit.errors.KitErrorCode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes one record out of the values of its components, noting all that is wrong on the way. */
final class RecordBinder {
    private final Function<KnownKey, ConfigValue> values;
    private final List<ConfigProblem> problems;

    RecordBinder(Function<KnownKey, ConfigValue> values, List<ConfigProblem> problems) {
        this.values = values;
        this.problems = problems;
    }

    <T extends Record> Optional<T> bind(Class<T> kind) {
        int problemsBefore = problems.size();
        List<KnownKey> keys = KnownKey.of(kind);
        List<@Nullable Object> arguments = new ArrayList<>();
        for (KnownKey known : keys) {
            arguments.add(bound(known));
        }
        return problems.size() == problemsBefore ? construct(kind, keys, arguments) : Optional.empty();
    }

    private @Nullable Object bound(KnownKey known) {
        ConfigValue value = values.apply(known);
        if (value.text().isEmpty() && (known.mayBeAbsent() || known.type() == List.class)) {
            return known.mayBeAbsent() ? null : List.of();
        }
        try {
            if (value.text().isEmpty() && !(known.type() == String.class && known.hasDefault())) {
                throw new UnusableValue(
                        KitErrorCode.CONFIG_MISSING,
                        "has to be set",
                        "Set --" + known.name() + " or " + known.environmentName());
            }
            Object read = ValueReader.read(known.type(), value);
            Range.of(known.key()).check(read);
            return read;
        } catch (UnusableValue e) {
            problems.add(e.at(value.key(), known.shown(value.text()), value.origin()));
            return null;
        }
    }

    private <T extends Record> Optional<T> construct(
            Class<T> kind, List<KnownKey> keys, List<@Nullable Object> arguments) {
        try {
            Class<?>[] types = keys.stream().map(KnownKey::type).toArray(Class<?>[]::new);
            Constructor<T> canonical = kind.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return Optional.of(canonical.newInstance(arguments.toArray()));
        } catch (InvocationTargetException e) {
            // The record's own check: values that are fine alone but not together.
            problems.add(new ConfigProblem(
                    String.join(", ", keys.stream().map(KnownKey::name).toList()),
                    "",
                    kind.getSimpleName(),
                    String.valueOf(e.getTargetException().getMessage()),
                    "Change one of them",
                    KitErrorCode.CONFIG_CONTRADICTION));
            return Optional.empty();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can't make a " + kind.getName(), e);
        }
    }
}
