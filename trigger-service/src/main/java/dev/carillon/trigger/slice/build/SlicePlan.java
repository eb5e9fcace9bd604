package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one transaction.
 *
 * @param due the last instant whose ticks it publishes
 * @param notBefore the latest instant or clock reading that it depends on, or null if it publishes nothing: no record
 *     of it may be appended before that, or a clock that runs ahead would decide the future
 * @param markers to write, empty for one to delete
 * @param inputs how many waiting inputs it applies
 */
public record SlicePlan(
        Watermark watermark,
        Slice slice,
        @Nullable Instant due,
        @Nullable Instant notBefore,
        List<SliceOutput> outputs,
        Map<String, Optional<Marker>> markers,
        int inputs) {

    /** Whether it does more than move the watermark. A calendar decides about ticks without a record of its own. */
    public boolean publishes() {
        return !outputs.isEmpty()
                || !markers.isEmpty()
                || !slice.lost().isEmpty()
                || slice.from().calendars() != slice.to().calendars();
    }
}
