package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.KitErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of one group: keys with the group's prefix and a name of another program. */
final class SettingsGroup {
    private final KnownKey known;
    private final ForeignSettings vocabulary;
    private final Map<String, String> nameOfVariable;
    private final String prefix;
    private final String variablePrefix;

    SettingsGroup(KnownKey known) {
        this.known = known;
        this.vocabulary = known.vocabulary();
        this.prefix = known.name() + ".";
        this.variablePrefix = known.environmentName() + "_";
        this.nameOfVariable = vocabulary.names().stream()
                .collect(Collectors.toMap(name -> EnvironmentNames.of(prefix + name), name -> name));
        if (nameOfVariable.size() != vocabulary.names().size()) {
            throw new IllegalStateException("two names of " + known.name() + " have one environment name");
        }
    }

    /** Whether the key has this group's prefix; a key outside of groups may have it too. */
    boolean holds(ConfigValue value) {
        return value.key().startsWith(value.isVariable() ? variablePrefix : prefix);
    }

    /** Whether the variable is a setting of this group, allowed or not. */
    boolean knowsVariable(String name) {
        return nameOfVariable.containsKey(name);
    }

    /** The variables of all settings of this group. */
    Stream<String> variables() {
        return nameOfVariable.keySet().stream();
    }

    /** The usable settings, by name; the strongest source wins. Adds a problem for each other one. */
    Map<String, ConfigValue> read(ConfigSources sources, Set<String> standAlone, List<ConfigProblem> problems) {
        Map<String, ConfigValue> found = new TreeMap<>();
        for (ConfigValue value : sources.all()) {
            if (!holds(value) || standAlone.contains(value.key())) {
                continue;
            }
            String name = value.isVariable()
                    ? nameOfVariable.get(value.key())
                    : value.key().substring(prefix.length());
            if (name == null) {
                continue; // The warning about unknown variables names it.
            }
            Optional<ConfigProblem> problem = problem(name, value, standAlone);
            if (problem.isPresent()) {
                problems.add(problem.get());
            } else {
                found.putIfAbsent(name, value);
            }
        }
        return found;
    }

    private Optional<ConfigProblem> problem(String name, ConfigValue value, Set<String> standAlone) {
        if (!vocabulary.names().contains(name)) {
            return Optional.of(unknown(value, standAlone));
        }
        Optional<ForeignSettings.Refusal> refusal = vocabulary.refusal(name);
        if (refusal.isPresent()) {
            // The value is left out: it does not matter here, and it may be a secret.
            return Optional.of(new ConfigProblem(
                    value.key(),
                    "",
                    value.origin(),
                    refusal.get().problem(),
                    refusal.get().fix(),
                    KitErrorCode.CONFIG_FORBIDDEN));
        }
        return vocabulary
                .whyUnfit(name, value.text())
                .map(why -> new ConfigProblem(
                        value.key(),
                        KnownKey.shown(value.text(), vocabulary.isSecret(name)),
                        value.origin(),
                        why,
                        "Look " + name + " up in the documentation of " + vocabulary.maker(),
                        KitErrorCode.CONFIG_BAD_VALUE));
    }

    private ConfigProblem unknown(ConfigValue value, Set<String> standAlone) {
        // A key outside of groups may begin like the group: kafka.client-id-prefix.
        Set<String> names = new LinkedHashSet<>(standAlone);
        vocabulary.names().stream().map(name -> prefix + name).forEach(names::add);
        String fix = NearestWord.to(value.key(), names)
                .map(nearest -> "Did you mean " + nearest + "?")
                .orElse("Remove it, or look the name up in the documentation of " + vocabulary.maker());
        return new ConfigProblem(
                value.key(),
                "",
                value.origin(),
                vocabulary.maker() + " has no such setting",
                fix,
                KitErrorCode.CONFIG_UNKNOWN_KEY);
    }

    /** The group itself, then its settings that are set. */
    List<KeyDescription> describe(ConfigSources sources, Set<String> standAlone) {
        List<KeyDescription> all = new ArrayList<>();
        all.add(new KeyDescription(
                prefix + "*",
                variablePrefix + "*",
                "settings of " + vocabulary.maker(),
                "",
                "at most " + known.key().max() + " settings",
                known.key().reason(),
                "",
                "not set"));
        read(sources, standAlone, new ArrayList<>())
                .forEach((name, value) -> all.add(new KeyDescription(
                        prefix + name,
                        EnvironmentNames.of(prefix + name),
                        "setting of " + vocabulary.maker(),
                        "",
                        "",
                        "passed to " + vocabulary.maker() + " unchanged",
                        KnownKey.shown(value.text(), vocabulary.isSecret(name)),
                        value.origin())));
        return all;
    }

    static Map<String, String> texts(Map<String, ConfigValue> found) {
        Map<String, String> texts = new LinkedHashMap<>();
        found.forEach((name, value) -> texts.put(name, value.text()));
        return texts;
    }
}
