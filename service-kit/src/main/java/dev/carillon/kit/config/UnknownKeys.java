package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.KitErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds unknown keys in flags and files, and suggests known ones. */
final class UnknownKeys {
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> environmentNames = new LinkedHashSet<>();
    private final Set<String> secrets = new LinkedHashSet<>();
    /** Values are not shown, as a mistyped key may hold a secret. */
    private static final String NOT_SHOWN = "";

    UnknownKeys(List<KnownKey> known, Set<String> otherEnvironmentNames) {
        for (KnownKey key : known) {
            if (!key.isGroup()) {
                names.add(key.name());
                environmentNames.add(key.environmentName());
            }
            if (key.key().secret()) {
                secrets.add(key.name());
                names.add(key.fileName());
                environmentNames.add(key.fileEnvironmentName());
            }
        }
        environmentNames.addAll(otherEnvironmentNames);
    }

    /** The keys outside of groups, in both spellings. */
    Set<String> known() {
        Set<String> all = new LinkedHashSet<>(names);
        all.addAll(environmentNames);
        return all;
    }

    List<ConfigProblem> in(ConfigSources sources, List<SettingsGroup> groups) {
        List<ConfigProblem> problems = new ArrayList<>();
        for (ConfigValue value : sources.all()) {
            if (!value.isVariable() && groups.stream().noneMatch(group -> group.holds(value))) {
                check(value, problems);
            }
        }
        return problems;
    }

    private void check(ConfigValue value, List<ConfigProblem> problems) {
        Optional<String> secret = secrets.stream()
                .filter(name -> value.key().startsWith(name + "."))
                .findFirst();
        if (secret.isPresent()) {
            // A secret in braces without quotes was parsed as nested keys.
            problems.add(new ConfigProblem(
                    secret.get(),
                    NOT_SHOWN,
                    value.origin(),
                    "is no plain text",
                    "Put the value in quotes",
                    KitErrorCode.CONFIG_BAD_VALUE));
        } else if (!names.contains(value.key())) {
            String fix = NearestWord.to(value.key(), names)
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
