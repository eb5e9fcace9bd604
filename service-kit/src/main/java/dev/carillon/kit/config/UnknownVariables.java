package dev.carillon.kit.config;

import dev.carillon.kit.errors.KitErrorCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds environment variables with Carillon's prefix that set nothing. They only cause a warning: Kubernetes adds such
 * variables to every pod next to a service called {@code carillon}, and the pod's owner can't remove them.
 */
final class UnknownVariables {
    /** A pod has seven variables for each port of each such service. */
    private static final int MOST_NAMED = 20;

    private static final int LONGEST_NAME = 100;

    private final List<SettingsGroup> groups;
    private final Set<String> standAlone;

    /**
     * Finds variables that belong to none of these settings.
     *
     * @param standAlone the names of all settings outside of groups
     */
    UnknownVariables(List<SettingsGroup> groups, Set<String> standAlone) {
        this.groups = groups;
        this.standAlone = standAlone;
    }

    /** One line that names them, each with the most similar setting. */
    Optional<String> warning(ConfigSources sources) {
        List<String> names = sources.environment.values().stream()
                .filter(this::isUnknown)
                .map(ConfigValue::key)
                .sorted()
                .toList();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        Set<String> settings = settings();
        String named = names.stream()
                .limit(MOST_NAMED)
                .map(name -> shown(name, settings))
                .collect(Collectors.joining(", "));
        String more = names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "";
        String words = names.size() == 1
                ? "an environment variable sets nothing, as there is no such setting: "
                : "environment variables set nothing, as there are no such settings: ";
        return Optional.of(words + named + more + ". See what there is with: carillon config show ["
                + KitErrorCode.CONFIG_UNKNOWN_KEY + "]");
    }

    private boolean isUnknown(ConfigValue variable) {
        return !standAlone.contains(variable.key())
                && groups.stream().noneMatch(group -> group.knowsVariable(variable.key()));
    }

    private Set<String> settings() {
        return Stream.concat(standAlone.stream(), groups.stream().flatMap(SettingsGroup::variables))
                .filter(name -> name.startsWith(EnvironmentNames.PREFIX))
                .map(UnknownVariables::withoutPrefix)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Compares names without the common prefix, with which short names would look alike. */
    private static String shown(String name, Set<String> settings) {
        String cut = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
        return NearestWord.to(withoutPrefix(name), settings)
                .map(nearest -> cut + " (did you mean " + EnvironmentNames.PREFIX + nearest + "?)")
                .orElse(cut);
    }

    private static String withoutPrefix(String name) {
        return name.substring(EnvironmentNames.PREFIX.length());
    }
}
