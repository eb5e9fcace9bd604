package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.trigger.LeftOut;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.SeenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Instants that the last markers of a run leave to be decided later: waiting ticks and open gaps. */
final class LeftWaiting {
    private final Map<String, Marker> last = new HashMap<>();

    static LeftWaiting in(Run run) {
        LeftWaiting left = new LeftWaiting();
        run.in(run.names().triggerState()).forEach(left::read);
        return left;
    }

    private void read(SeenRecord record) {
        byte[] value = record.value();
        if (record.keyText().contains("/")) {
            return;
        }
        try {
            if (value == null) {
                last.remove(record.keyText());
            } else {
                last.put(record.keyText(), Kind.MARKER.decode(value));
            }
        } catch (ContractException e) {
            last.remove(record.keyText()); // An unreadable marker is left out.
        }
    }

    /** The last marker of a schedule; null if it has none. */
    @Nullable
    Marker marker(String taskId) {
        return last.get(taskId);
    }

    /**
     * Whether the schedule's marker leaves the instant to be decided later.
     *
     * @param putOff the longest jitter by which it may be put off
     */
    boolean holds(String taskId, Instant instant, Duration putOff) {
        @Nullable Marker marker = last.get(taskId);
        if (marker == null) {
            return false;
        }
        boolean gap = marker.pausedSince() != null || marker.brokenSince() != null;
        boolean inGap = gap && instant.plus(putOff).isAfter(marker.floor().due());
        LeftOut open = marker.overrides().leftOut();
        boolean leftOut = open != null && !instant.plus(putOff).isBefore(open.since());
        return inGap || leftOut || marker.progress().waiting().contains(instant.toString());
    }
}
