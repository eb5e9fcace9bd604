package dev.carillon.console.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a longer list in a fixed order.
 *
 * @param next cursor of the next page, to be passed back unchanged; null on the last page
 */
public record ResultPage<T>(List<T> items, @Nullable String next) {}
