package dev.carillon.console.live;

import dev.carillon.console.history.Change;
import dev.carillon.console.history.ChangeListener;
import dev.carillon.schemas.state.ExecutionState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects changes until they are told; of what changes more than once the last state remains. */
final class Gathering implements ChangeListener {
    /** What is above is only counted. */
    static final int MOST = 5_000;

    private Map<String, Change> changes = new LinkedHashMap<>();
    private Map<ExecutionState, Integer> ended = new EnumMap<>(ExecutionState.class);
    private int uncollected;

    /**
     * What was collected.
     *
     * @param ended how many executions ended, by how
     * @param uncollected how many changes there were besides
     */
    record Gathered(List<Change> changes, Map<ExecutionState, Integer> ended, int uncollected) {
        boolean isEmpty() {
            return changes.isEmpty();
        }
    }

    @Override
    public synchronized void changed(List<Change> more) {
        more.forEach(this::add);
    }

    private void add(Change change) {
        ExecutionState state = change.state();
        if (change.kind() == Change.Kind.RUN && state != null && state.isFinal()) {
            ended.merge(state, 1, Integer::sum);
        }
        String name = change.kind() + " " + change.id();
        if (changes.size() < MOST || changes.containsKey(name)) {
            // Taken out first, so that the order is that of the last changes.
            changes.remove(name);
            changes.put(name, change);
        } else {
            uncollected++;
        }
    }

    /** Hands over what there is, and begins anew. */
    synchronized Gathered take() {
        Gathered taken = new Gathered(new ArrayList<>(changes.values()), ended, uncollected);
        changes = new LinkedHashMap<>();
        ended = new EnumMap<>(ExecutionState.class);
        uncollected = 0;
        return taken;
    }
}
