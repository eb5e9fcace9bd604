package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.config.problem.UnusableSource;
import dev.carillon.kit.errors.KitErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources of values, the strongest first: flags, environment, YAML. */
final class ConfigSources {
    final Map<String, ConfigValue> flags = new LinkedHashMap<>();
    final Map<String, ConfigValue> environment = new LinkedHashMap<>();
    final Map<String, ConfigValue> yaml = new LinkedHashMap<>();

    /** The value that is set, or the default; for a secret in a file, the file's content. */
    ConfigValue find(KnownKey known) throws UnusableSource {
        ConfigValue direct = first(known.name(), known.environmentName());
        ConfigValue file = known.key().secret() ? first(known.fileName(), known.fileEnvironmentName()) : null;
        if (file == null) {
            return direct != null ? direct : byDefault(known);
        }
        if (direct != null) {
            throw new UnusableSource(new ConfigProblem(
                    direct.key() + ", " + file.key(),
                    "",
                    direct.origin() + " and " + file.origin(),
                    "the value is set and a file that holds it is named too",
                    "Keep one of the two",
                    KitErrorCode.CONFIG_CONTRADICTION));
        }
        return SecretFile.content(file);
    }

    /** As {@link #find}, for display: an unusable value is shown as empty. */
    ConfigValue shown(KnownKey known) {
        try {
            return find(known);
        } catch (UnusableSource e) {
            return ConfigValue.of(known.name(), "", e.problem().origin());
        }
    }

    private static ConfigValue byDefault(KnownKey known) {
        return ConfigValue.of(known.name(), known.key().byDefault(), known.hasDefault() ? "default" : "not set");
    }

    private @Nullable ConfigValue first(String name, String environmentName) {
        return Stream.of(flags.get(name), environment.get(environmentName), yaml.get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    List<ConfigValue> all() {
        return Stream.of(flags, environment, yaml)
                .flatMap(source -> source.values().stream())
                .toList();
    }
}
