package dev.carillon.kit.config;

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

/** What is set behind the prefix of an open group, by the names of its vocabulary. */
final class SettingsGroup {
    private final KnownKey known;
    private final Vocabulary vocabulary;
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

    /** Whether the value is set in this group, if it is none of the keys that stand alone. */
    boolean holds(ConfigValue value) {
        return value.key().startsWith(value.isVariable() ? variablePrefix : prefix);
    }

    /** Whether the variable sets something in this group, or would if it were allowed. */
    boolean knowsVariable(String name) {
        return nameOfVariable.containsKey(name);
    }

    /** The names of all variables that set something in this group. */
    Stream<String> variables() {
        return nameOfVariable.keySet().stream();
    }

    /** The settings that can be used, by name; the strongest source wins. What can't is noted. */
    Map<String, ConfigValue> read(Sources sources, Set<String> standAlone, List<ConfigProblem> problems) {
        Map<String, ConfigValue> found = new TreeMap<>();
        for (ConfigValue value : sources.all()) {
            if (!holds(value) || standAlone.contains(value.key())) {
                continue;
            }
            String name = value.isVariable()
                    ? nameOfVariable.get(value.key())
                    : value.key().substring(prefix.length());
            if (name == null) {
                continue; // A variable that sets nothing is warned of, with all others.
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
        Optional<Vocabulary.Refusal> refusal = vocabulary.refusal(name);
        if (refusal.isPresent()) {
            // Of what can't be set anyway, the value says nothing; and it may well be a secret.
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
        // A key that stands alone may begin like the group: kafka.client-id-prefix.
        Set<String> names = new LinkedHashSet<>(standAlone);
        vocabulary.names().stream().map(name -> prefix + name).forEach(names::add);
        String fix = Nearest.to(value.key(), names)
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

    /** The group itself, then what is set in it. */
    List<KeyDescription> describe(Sources sources, Set<String> standAlone) {
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
                        "handed to " + vocabulary.maker() + " as it is",
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
