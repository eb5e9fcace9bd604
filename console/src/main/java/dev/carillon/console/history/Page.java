package dev.carillon.console.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of many, in a fixed order.
 *
 * @param next where the following page begins, to be handed in as it is; null behind the last one
 */
public record Page<T>(List<T> items, @Nullable String next) {}
