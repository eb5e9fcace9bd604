package dev.carillon.console.api;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A path with a method, and who answers.
 *
 * @param path with its variable parts in braces: {@code /v1/schedules/{taskId}}
 * @param parameters those that its query may name; null for any, which nobody reads
 * @param maxBody how many bytes its body may have; 0 if it takes none
 * @param handler who answers; null for a stream
 * @param stream who takes in those that listen; null for all others
 */
record Route(
        Verb verb,
        String path,
        @Nullable Set<String> parameters,
        int maxBody,
        @Nullable Handler handler,
        @Nullable StreamHandler stream) {

    /** Whether a path is one of this route's, whatever the method. */
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
