package dev.carillon.kit.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Binds configuration records; a flag beats an environment variable, which beats the YAML file, which beats the default.
 *
 * <p>Everything that is wrong is said at once. What nothing reads is wrong too: most of it is a typing error.
 */
public final class ConfigLoader {
    private final List<KnownKey> keys = new ArrayList<>();
    private final Set<Class<? extends Record>> kinds = new LinkedHashSet<>();
    private final Set<String> otherEnvironmentNames = new LinkedHashSet<>();
    private final Map<String, ConfigValue> flags = new LinkedHashMap<>();
    private final Map<String, ConfigValue> environment = new LinkedHashMap<>();
    private final Map<String, ConfigValue> yaml = new LinkedHashMap<>();
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
        values.forEach((key, text) -> flags.put(key, ConfigValue.of(key, text, "flag --" + key)));
        return this;
    }

    /** Values that a program which embeds us gives in code, by key; they count as flags do. */
    public ConfigLoader settings(Map<String, String> values) {
        values.forEach((key, text) -> flags.put(key, ConfigValue.of(key, text, "set in code")));
        return this;
    }

    /** The variables of the process; only those that start with {@code CARILLON_} are looked at. */
    public ConfigLoader environment(Map<String, String> variables) {
        variables.forEach((name, text) -> {
            if (name.startsWith(EnvironmentNames.PREFIX)) {
                environment.put(name, ConfigValue.of(name, text, "environment variable " + name));
            }
        });
        return this;
    }

    /** Variables with our prefix that somebody else reads, such as the one that names the YAML file. */
    public ConfigLoader alsoKnown(String... environmentNames) {
        otherEnvironmentNames.addAll(List.of(environmentNames));
        return this;
    }

    public ConfigLoader yamlFile(Path file) {
        yaml.putAll(YamlSource.read(file, problemsOfSources));
        return this;
    }

    /** YAML that is not in a file; the name stands for it in messages. */
    public ConfigLoader yamlText(String name, String text) {
        yaml.putAll(YamlSource.parse(name, text, problemsOfSources));
        return this;
    }

    /**
     * Binds all records.
     *
     * @throws ConfigException with everything that is wrong
     */
    public Config load() {
        List<ConfigProblem> problems = new ArrayList<>(problemsOfSources);
        problems.addAll(new UnknownKeys(keys, otherEnvironmentNames).in(flags, environment, yaml));
        RecordBinder binder = new RecordBinder(this::find, problems);
        Map<Class<? extends Record>, Record> records = new LinkedHashMap<>();
        for (Class<? extends Record> kind : kinds) {
            binder.bind(kind).ifPresent(bound -> records.put(kind, bound));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new Config(records, describe());
    }

    /** Every setting, even when some values are wrong. */
    public List<KeyDescription> describe() {
        return keys.stream().map(this::describe).toList();
    }

    private KeyDescription describe(KnownKey known) {
        ConfigValue value = find(known);
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

    private ConfigValue find(KnownKey known) {
        ConfigValue flag = flags.get(known.name());
        if (flag != null) {
            return flag;
        }
        ConfigValue variable = environment.get(known.environmentName());
        if (variable != null) {
            return variable;
        }
        ConfigValue line = yaml.get(known.name());
        if (line != null) {
            return line;
        }
        return ConfigValue.of(known.name(), known.key().byDefault(), known.hasDefault() ? "default" : "not set");
    }
}
