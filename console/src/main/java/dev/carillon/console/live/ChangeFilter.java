package dev.carillon.console.live;

import dev.carillon.console.history.HistoryChange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the changes that a client gets.
 *
 * @param kinds any of these; empty for all
 * @param id of an execution, schedule or worker, which selects its own changes and those of its parts; null for all
 */
public record ChangeFilter(
        Set<HistoryChange.Kind> kinds, @Nullable String id) {
    public static final ChangeFilter ALL = new ChangeFilter(Set.of(), null);

    boolean isAll() {
        return kinds.isEmpty() && id == null;
    }

    boolean covers(HistoryChange change) {
        return (kinds.isEmpty() || kinds.contains(change.kind())) && (id == null || isOf(change.id(), id));
    }

    /** The ids of executions begin with the taskId and a colon, those of parts with the execution's key and a slash. */
    private static boolean isOf(String id, String owner) {
        return id.startsWith(owner)
                && (id.length() == owner.length()
                        || id.charAt(owner.length()) == ':'
                        || id.charAt(owner.length()) == '/');
    }
}
