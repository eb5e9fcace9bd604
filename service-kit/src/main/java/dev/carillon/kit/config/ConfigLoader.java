package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.config.problem.ConfigProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Binds configuration records; a flag beats an environment variable, which beats the YAML file, which beats the
 * default.
 *
 * <p>All problems are reported at once. Unknown flags and keys are problems too, as most are typing errors. Unknown
 * environment variables only cause a warning, as other programs may have set them.
 */
public final class ConfigLoader {
    private final List<KnownKey> keys = new ArrayList<>();
    private final Set<Class<? extends Record>> kinds = new LinkedHashSet<>();
    private final Set<String> otherEnvironmentNames = new LinkedHashSet<>();
    private final ConfigSources sources = new ConfigSources();
    private final List<ConfigProblem> problemsOfSources = new ArrayList<>();

    private ConfigLoader() {}

    @SafeVarargs
    @SuppressWarnings("varargs")
    public static ConfigLoader of(Class<? extends Record>... kinds) {
        return of(List.of(kinds));
    }

    public static ConfigLoader of(List<Class<? extends Record>> kinds) {
        ConfigLoader loader = new ConfigLoader();
        kinds.stream().filter(loader.kinds::add).forEach(kind -> loader.keys.addAll(KnownKey.of(kind)));
        return loader;
    }

    /** Values given on the command line, by key. */
    public ConfigLoader flags(Map<String, String> values) {
        values.forEach((key, text) -> sources.flags.put(key, ConfigValue.of(key, text, "flag --" + key)));
        return this;
    }

    /** Values that an embedding program sets in code, by key; they have the rank of flags. */
    public ConfigLoader settings(Map<String, String> values) {
        values.forEach((key, text) -> sources.flags.put(key, ConfigValue.of(key, text, "set in code")));
        return this;
    }

    /** The variables of the process; only those that start with {@code CARILLON_} are used. */
    public ConfigLoader environment(Map<String, String> variables) {
        variables.forEach((name, text) -> {
            if (name.startsWith(EnvironmentNames.PREFIX)) {
                sources.environment.put(name, ConfigValue.ofVariable(name, text));
            }
        });
        return this;
    }

    /** Variables with Carillon's prefix that other code reads, such as the one that names the YAML file. */
    public ConfigLoader alsoKnown(String... environmentNames) {
        otherEnvironmentNames.addAll(List.of(environmentNames));
        return this;
    }

    public ConfigLoader yamlFile(Path file) {
        sources.yaml.putAll(YamlSource.read(file, problemsOfSources));
        return this;
    }

    /** YAML that is not in a file; messages use the name. */
    public ConfigLoader yamlText(String name, String text) {
        sources.yaml.putAll(YamlSource.parse(name, text, problemsOfSources));
        return this;
    }

    /**
     * Binds all records.
     *
     * @throws ConfigException with all problems
     */
    public Config load() {
        List<ConfigProblem> problems = new ArrayList<>(problemsOfSources);
        UnknownKeys unknown = new UnknownKeys(keys, otherEnvironmentNames);
        Map<String, SettingsGroup> groups = groups();
        problems.addAll(unknown.in(sources, List.copyOf(groups.values())));
        RecordBinder binder = new RecordBinder(sources, groups, unknown.known(), problems);
        Map<Class<? extends Record>, Record> records = new LinkedHashMap<>();
        for (Class<? extends Record> kind : kinds) {
            binder.bind(kind).ifPresent(bound -> records.put(kind, bound));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new Config(records, describe(), warning().orElse(null));
    }

    /** Names the variables of the environment that set nothing; empty if there are none. */
    private Optional<String> warning() {
        Set<String> standAlone = new UnknownKeys(keys, otherEnvironmentNames).known();
        return new UnknownVariables(List.copyOf(groups().values()), standAlone).warning(sources);
    }

    private Map<String, SettingsGroup> groups() {
        Map<String, SettingsGroup> groups = new LinkedHashMap<>();
        keys.stream().filter(KnownKey::isGroup).forEach(key -> groups.put(key.name(), new SettingsGroup(key)));
        return groups;
    }

    /** Every setting, even if some values are invalid. */
    public List<KeyDescription> describe() {
        Set<String> standAlone = new UnknownKeys(keys, otherEnvironmentNames).known();
        Map<String, SettingsGroup> groups = groups();
        List<KeyDescription> all = new ArrayList<>();
        for (KnownKey key : keys) {
            SettingsGroup group = groups.get(key.name());
            if (group == null) {
                all.add(describe(key));
            } else {
                all.addAll(group.describe(sources, standAlone));
            }
        }
        return all;
    }

    private KeyDescription describe(KnownKey known) {
        ConfigValue value = sources.shown(known);
        return new KeyDescription(
                known.name(),
                known.environmentName(),
                ValueReader.words(known.type()),
                known.shown(known.key().byDefault()),
                Range.of(known.key()).words(),
                known.key().reason(),
                known.shown(value.text()),
                value.origin());
    }
}
