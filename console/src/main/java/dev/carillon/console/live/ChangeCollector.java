package dev.carillon.console.live;

import dev.carillon.console.history.ChangeListener;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.schemas.state.ExecutionState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects changes until the next round; if something changes twice, only its last change is kept. */
final class ChangeCollector implements ChangeListener {
    /** Further changes are only counted. */
    static final int MOST = 5_000;

    private Map<String, HistoryChange> changes = new LinkedHashMap<>();
    private Map<ExecutionState, Integer> ended = new EnumMap<>(ExecutionState.class);
    private int uncollected;

    /**
     * The collected changes.
     *
     * @param ended how many executions ended, by final state
     * @param uncollected how many changes did not fit
     */
    record Gathered(List<HistoryChange> changes, Map<ExecutionState, Integer> ended, int uncollected) {
        boolean isEmpty() {
            return changes.isEmpty();
        }
    }

    @Override
    public synchronized void changed(List<HistoryChange> more) {
        more.forEach(this::add);
    }

    private void add(HistoryChange change) {
        String name = change.kind() + " " + change.id();
        count(changes.get(name), -1);
        count(change, 1);
        if (changes.size() < MOST || changes.containsKey(name)) {
            // Removed first, so that the order is that of the last changes.
            changes.remove(name);
            changes.put(name, change);
        } else {
            uncollected++;
        }
    }

    /** Counts an execution in the final state that the change leads to. */
    private void count(@Nullable HistoryChange change, int by) {
        ExecutionState state = change == null || change.kind() != HistoryChange.Kind.RUN ? null : change.state();
        if (state != null && state.isFinal() && ended.merge(state, by, Integer::sum) == 0) {
            ended.remove(state);
        }
    }

    /** Returns the collected changes and starts empty. */
    synchronized Gathered take() {
        Gathered taken = new Gathered(new ArrayList<>(changes.values()), ended, uncollected);
        changes = new LinkedHashMap<>();
        ended = new EnumMap<>(ExecutionState.class);
        uncollected = 0;
        return taken;
    }
}
