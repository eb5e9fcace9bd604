package dev.carillon.kit.config;

import java.util.List;

/**
 * One value as a source gave it.
 *
 * @param key the key as the source spells it
 * @param text its text; the items of a list joined by commas
 * @param items the items of a list, or the text alone
 * @param origin where it was set, in words
 */
record ConfigValue(String key, String text, List<String> items, String origin) {
    static ConfigValue of(String key, String text, String origin) {
        return new ConfigValue(key, text, List.of(text), origin);
    }
}
