package dev.carillon.kit.config;

import java.util.List;

/**
 * One value from a source.
 *
 * @param key the key as the source spells it
 * @param text its text; the items of a list joined by commas
 * @param items the items of a list, or the text alone
 * @param origin where it was set, for messages
 * @param isVariable whether the key is spelled as an environment variable
 */
record ConfigValue(String key, String text, List<String> items, String origin, boolean isVariable) {
    static ConfigValue of(String key, String text, String origin) {
        return of(key, text, List.of(text), origin);
    }

    static ConfigValue of(String key, String text, List<String> items, String origin) {
        return new ConfigValue(key, text, items, origin, false);
    }

    static ConfigValue ofVariable(String name, String text) {
        return new ConfigValue(name, text, List.of(text), "environment variable " + name, true);
    }
}
