package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was said of a schedule at a position of the definitions' topic: a definition, the refusal of one, or a deletion.
 *
 * @param at the record that says so: that of the topic or, where that is compacted away, the schedule's marker
 * @param floor what is due up to here it never owed; null unless only the marker still says it
 * @param schedule null for a deletion and for what can't be read
 * @param timing null as well where nothing can be planned
 * @param refusal why it can't be used; null if it can
 */
record Definition(
        long position,
        Evidence at,
        @Nullable Reached floor,
        @Nullable Schedule schedule,
        @Nullable Timing timing,
        @Nullable Refusal refusal) {

    /**
     * Why a definition is not used.
     *
     * @param deadLetter the record by which the trigger said so; null if the reason is only seen from here
     */
    record Refusal(String code, String message, @Nullable Evidence deadLetter) {}

    static Definition read(StoredRecord record, @Nullable Refusal said) {
        if (record.value() == null) {
            return new Definition(record.offset(), Evidence.of("deletion", record), null, null, null, null);
        }
        Evidence at = Evidence.of("definition", record);
        try {
            Schedule schedule = Kind.SCHEDULE.decode(record.value());
            return said == null
                    ? new Definition(record.offset(), at, null, schedule, Timing.of(schedule), null)
                    : new Definition(record.offset(), at, null, schedule, null, said);
        } catch (ContractException e) {
            Refusal seen = new Refusal(e.code().name(), Objects.toString(e.getMessage(), ""), null);
            return new Definition(record.offset(), at, null, null, null, said == null ? seen : said);
        }
    }

    /** The last good one, which its record's newer ones have let compaction delete; null if the marker has none. */
    static @Nullable Definition remembered(Found<Marker> marker) {
        Schedule schedule = marker.value().lastGood();
        if (schedule == null) {
            return null;
        }
        try {
            Reached floor = marker.value().floor();
            return new Definition(marker.value().version(), marker.at(), floor, schedule, Timing.of(schedule), null);
        } catch (ContractException e) {
            // Safe: what can't be planned from here is no help; the refusal of the newest one is answered.
            return null;
        }
    }

    /** Whether only the marker still says it. */
    boolean isRemembered() {
        return floor != null;
    }

    boolean isDeletion() {
        return schedule == null && refusal == null;
    }

    boolean isUsable() {
        return refusal == null && schedule != null && timing != null;
    }
}
