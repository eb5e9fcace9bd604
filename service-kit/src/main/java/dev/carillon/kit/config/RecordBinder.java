package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.config.problem.ContradictionException;
import dev.carillon.kit.config.problem.Contradictions;
import dev.carillon.kit.config.problem.UnusableSource;
import dev.carillon.kit.config.problem.UnusableValue;
import dev.carillon.kit.errors.KitErrorCode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates a record from the values of its components, and collects all problems. */
final class RecordBinder {
    private final ConfigSources sources;
    private final Map<String, SettingsGroup> groups;
    private final Set<String> standAlone;
    private final List<ConfigProblem> problems;

    RecordBinder(
            ConfigSources sources,
            Map<String, SettingsGroup> groups,
            Set<String> standAlone,
            List<ConfigProblem> problems) {
        this.sources = sources;
        this.groups = groups;
        this.standAlone = standAlone;
        this.problems = problems;
    }

    <T extends Record> Optional<T> bind(Class<T> kind) {
        int problemsBefore = problems.size();
        List<@Nullable Object> arguments = new ArrayList<>();
        for (RecordComponent component : kind.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            arguments.add(
                    key == null
                            ? bind(component.getType().asSubclass(Record.class)).orElse(null)
                            : bound(new KnownKey(kind, component, key)));
        }
        return problems.size() == problemsBefore ? construct(kind, arguments) : Optional.empty();
    }

    private @Nullable Object bound(KnownKey known) {
        SettingsGroup group = groups.get(known.name());
        try {
            return group == null
                    ? single(known, sources.find(known))
                    : whole(known, SettingsGroup.texts(group.read(sources, standAlone, problems)));
        } catch (UnusableSource e) {
            problems.add(e.problem());
            return null;
        }
    }

    private @Nullable Object whole(KnownKey known, Map<String, String> texts) {
        try {
            Range.of(known.key()).check(texts);
            return texts;
        } catch (UnusableValue e) {
            problems.add(e.at(known.name(), "", "all sources"));
            return null;
        }
    }

    private @Nullable Object single(KnownKey known, ConfigValue value) {
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

    private <T extends Record> Optional<T> construct(Class<T> kind, List<@Nullable Object> arguments) {
        try {
            Class<?>[] types = Arrays.stream(kind.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            Constructor<T> canonical = kind.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return Optional.of(canonical.newInstance(arguments.toArray()));
        } catch (InvocationTargetException e) {
            refused(kind, e.getTargetException());
            return Optional.empty();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("can't create a " + kind.getName(), e);
        }
    }

    /** Adds the problems that the record's own constructor has found. */
    private void refused(Class<? extends Record> kind, Throwable thrown) {
        List<KnownKey> keys = KnownKey.of(kind);
        if (thrown instanceof ContradictionException known) {
            known.found().forEach(found -> problems.add(problem(keys, found)));
        } else {
            List<String> names = keys.stream().map(KnownKey::name).toList();
            problems.add(problem(
                    keys, new Contradictions.Found(names, String.valueOf(thrown.getMessage()), "Change one of them")));
        }
    }

    private ConfigProblem problem(List<KnownKey> keys, Contradictions.Found found) {
        List<KnownKey> named = found.keys().stream()
                .map(name -> keys.stream()
                        .filter(key -> key.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no such setting: " + name)))
                .toList();
        String origins = named.stream()
                .map(key -> sources.shown(key).origin())
                .distinct()
                .collect(Collectors.joining(" and "));
        String value = named.size() == 1
                ? named.get(0).shown(sources.shown(named.get(0)).text())
                : "";
        return new ConfigProblem(
                String.join(", ", found.keys()),
                value,
                origins,
                found.problem(),
                found.fix(),
                named.size() == 1 ? KitErrorCode.CONFIG_BAD_VALUE : KitErrorCode.CONFIG_CONTRADICTION);
    }
}
