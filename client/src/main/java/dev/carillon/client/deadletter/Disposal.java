package dev.carillon.client.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * What has become of one letter.
 *
 * @param key the new execution; null if there is none
 * @param refused why nothing was done, or null
 */
public record Disposal(
        Letter letter, @Nullable String key, @Nullable String refused) {}
