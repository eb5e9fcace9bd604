package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.catalogue.Catalogue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schedules whose state a slice changes, and the markers that it writes for them. */
final class PlannedStates {
    private final Catalogue catalogue;
    private final DecidedUpTo decided;
    private final SliceSize size;
    private final Map<String, ScheduleState> changed = new LinkedHashMap<>();
    private final Map<String, Optional<Marker>> markers = new LinkedHashMap<>();

    PlannedStates(Catalogue catalogue, DecidedUpTo decided, SliceSize size) {
        this.catalogue = catalogue;
        this.decided = decided;
        this.size = size;
    }

    /** The state that the slice has planned so far; null if it is unchanged. */
    @Nullable
    ScheduleState changed(String taskId) {
        return changed.get(taskId);
    }

    void put(ScheduleState state) {
        if (changed.put(state.taskId(), state) == null && state.needsMarker(decided)) {
            Schedule lastGood = state.broken() == null ? null : state.schedule();
            // The last good definition and a thousand waiting instants are all of a marker that can be large.
            size.add((lastGood == null ? 0 : Kind.SCHEDULE.encode(lastGood).length)
                    + state.progress().size()
                    + state.overrides().openSize());
        }
    }

    void forget(String taskId) {
        size.add(0);
        markers.put(taskId, Optional.empty());
    }

    /** The markers that the slice writes; empty ones are deleted. */
    Map<String, Optional<Marker>> markers() {
        changed.values().forEach(this::mark);
        return markers;
    }

    private void mark(ScheduleState state) {
        boolean needed = state.needsMarker(decided);
        ScheduleState committed = catalogue.state(state.taskId());
        if (needed || (committed != null && committed.marked())) {
            markers.put(state.taskId(), needed ? Optional.of(state.marker()) : Optional.empty());
        }
    }
}
