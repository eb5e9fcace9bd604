package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Watermark;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One transaction to be.
 *
 * @param due the last instant whose ticks it publishes; no record of it may lie in the log before that
 * @param markers to write, empty for one to delete
 */
public record SlicePlan(
        Watermark watermark,
        Slice slice,
        @Nullable Instant due,
        List<Output> outputs,
        Map<String, Optional<Marker>> markers) {

    /** Whether it does more than move the watermark. */
    public boolean publishes() {
        return !outputs.isEmpty();
    }
}
