package dev.carillon.console.live;

import dev.carillon.console.history.Change;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which changes a client wants to hear of.
 *
 * @param kinds any of these; empty for all
 * @param id only of this execution, schedule or worker, and of what belongs to it; null for all
 */
public record Interest(Set<Change.Kind> kinds, @Nullable String id) {
    public static final Interest ALL = new Interest(Set.of(), null);

    boolean isAll() {
        return kinds.isEmpty() && id == null;
    }

    boolean covers(Change change) {
        return (kinds.isEmpty() || kinds.contains(change.kind())) && (id == null || isOf(change.id(), id));
    }

    /** A schedule has executions, and those may have parts. */
    private static boolean isOf(String id, String owner) {
        return id.startsWith(owner)
                && (id.length() == owner.length()
                        || id.charAt(owner.length()) == ':'
                        || id.charAt(owner.length()) == '/');
    }
}
