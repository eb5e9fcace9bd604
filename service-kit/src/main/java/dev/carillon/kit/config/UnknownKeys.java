package dev.carillon.kit.config;

import dev.carillon.kit.errors.KitErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds what is set but read by nothing, and guesses what was meant. */
final class UnknownKeys {
    private final Set<String> names;
    private final Set<String> environmentNames;
    /** Keys that hold a secret when the name is only mistyped are the reason why no value is shown here. */
    private static final String NOT_SHOWN = "";

    UnknownKeys(List<KnownKey> known, Set<String> otherEnvironmentNames) {
        names = known.stream().map(KnownKey::name).collect(Collectors.toCollection(LinkedHashSet::new));
        environmentNames =
                known.stream().map(KnownKey::environmentName).collect(Collectors.toCollection(LinkedHashSet::new));
        environmentNames.addAll(otherEnvironmentNames);
    }

    List<ConfigProblem> in(
            Map<String, ConfigValue> flags, Map<String, ConfigValue> environment, Map<String, ConfigValue> yaml) {
        List<ConfigProblem> problems = new ArrayList<>();
        flags.values().forEach(value -> check(value, names, problems));
        environment.values().forEach(value -> check(value, environmentNames, problems));
        yaml.values().forEach(value -> check(value, names, problems));
        return problems;
    }

    private static void check(ConfigValue value, Set<String> known, List<ConfigProblem> problems) {
        if (!known.contains(value.key())) {
            String fix = Nearest.to(value.key(), known)
                    .map(nearest -> "Did you mean " + nearest + "?")
                    .orElse("Remove it; 'config show' lists what there is");
            problems.add(new ConfigProblem(
                    value.key(),
                    NOT_SHOWN,
                    value.origin(),
                    "there is no such setting",
                    fix,
                    KitErrorCode.CONFIG_UNKNOWN_KEY));
        }
    }
}
