package dev.carillon.trigger.slice;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Standing;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The schedules that stand otherwise after a slice, and what their markers become. */
final class PlannedStandings {
    private final Catalogue catalogue;
    private final Reached reached;
    private final SliceSize size;
    private final Map<String, Standing> changed = new LinkedHashMap<>();
    private final Map<String, Optional<Marker>> markers = new LinkedHashMap<>();

    PlannedStandings(Catalogue catalogue, Reached reached, SliceSize size) {
        this.catalogue = catalogue;
        this.reached = reached;
        this.size = size;
    }

    /** How a schedule stands after what is planned so far, if that is another way than before. */
    @Nullable
    Standing changed(String taskId) {
        return changed.get(taskId);
    }

    void put(Standing standing) {
        if (changed.put(standing.taskId(), standing) == null && standing.needsMarker(reached)) {
            Schedule lastGood = standing.broken() == null ? null : standing.schedule();
            // The last good definition and a thousand waiting instants are all of a marker that can be large.
            size.add((lastGood == null ? 0 : Kind.SCHEDULE.encode(lastGood).length)
                    + standing.memory().size()
                    + standing.arrangements().openSize());
        }
    }

    void forget(String taskId) {
        size.add(0);
        markers.put(taskId, Optional.empty());
    }

    /** All that the slice writes of markers; empty ones are deleted. */
    Map<String, Optional<Marker>> markers() {
        changed.values().forEach(this::mark);
        return markers;
    }

    private void mark(Standing standing) {
        boolean needed = standing.needsMarker(reached);
        Standing committed = catalogue.standing(standing.taskId());
        if (needed || (committed != null && committed.marked())) {
            markers.put(standing.taskId(), needed ? Optional.of(standing.marker()) : Optional.empty());
        }
    }
}
