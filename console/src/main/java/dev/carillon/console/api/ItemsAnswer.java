package dev.carillon.console.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list, or a page of it.
 *
 * @param next the cursor of the next page; null if there is none
 */
public record ItemsAnswer<T>(List<T> items, @Nullable String next) {
    /** A list without pages. */
    public static <T> ItemsAnswer<T> of(List<T> items) {
        return new ItemsAnswer<>(items, null);
    }
}
