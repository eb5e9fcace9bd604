package dev.carillon.console.api;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A path with a method and its handler.
 *
 * @param path with its variable parts in braces: {@code /v1/schedules/{taskId}}
 * @param parameters of its query; null for a page, whose query only the page's script reads
 * @param maxBody most bytes of its body; 0 if it takes none
 * @param handler null for a stream
 * @param stream null for all other routes
 */
record ApiRoute(
        HttpVerb verb,
        String path,
        @Nullable Set<String> parameters,
        int maxBody,
        @Nullable RequestHandler handler,
        @Nullable StreamHandler stream) {

    /** Whether the path fits this route; the method is not compared. */
    boolean matches(String other) {
        List<String> parts = parts(path);
        List<String> others = parts(other);
        if (parts.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            boolean same = parts.get(i).startsWith("{")
                    ? !others.get(i).isEmpty()
                    : parts.get(i).equals(others.get(i));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static List<String> parts(String path) {
        return List.of(path.split("/", -1));
    }
}
