package dev.carillon.insight.why;

import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.timing.cron.Timing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One record of the definitions topic: a definition, a refused definition, or a deletion of a schedule.
 *
 * @param at the record itself or, if compaction has deleted it, the schedule's marker
 * @param floor it has no tick that is due up to here; null unless it was read from the marker
 * @param schedule null for a deletion and for a record that can't be read
 * @param timing null for these as well, and if nothing can be planned
 * @param refusal why it can't be used; null if it can
 */
record DefinitionVersion(
        long position,
        EvidenceRecord at,
        @Nullable DecidedUpTo floor,
        @Nullable Schedule schedule,
        @Nullable Timing timing,
        @Nullable Refusal refusal) {

    /**
     * Why a definition is not used.
     *
     * @param deadLetter the trigger's record of the refusal; null if only this command found the reason
     */
    record Refusal(String code, String message, @Nullable EvidenceRecord deadLetter) {}

    static DefinitionVersion read(ReceivedRecord record, @Nullable Refusal refused) {
        if (record.value() == null) {
            EvidenceRecord deletion = EvidenceRecord.of("deletion", record);
            return new DefinitionVersion(record.offset(), deletion, null, null, null, null);
        }
        EvidenceRecord at = EvidenceRecord.of("definition", record);
        try {
            Schedule schedule = Kind.SCHEDULE.decode(record.value());
            return refused == null
                    ? new DefinitionVersion(record.offset(), at, null, schedule, Timing.of(schedule), null)
                    : new DefinitionVersion(record.offset(), at, null, schedule, null, refused);
        } catch (ContractException e) {
            Refusal unreadable = new Refusal(e.code().name(), Objects.toString(e.getMessage(), ""), null);
            return new DefinitionVersion(record.offset(), at, null, null, null, refused == null ? unreadable : refused);
        }
    }

    /** The last usable version, which the marker keeps when compaction deletes its record; null if there is none. */
    static @Nullable DefinitionVersion remembered(ReadValue<Marker> marker) {
        Schedule schedule = marker.value().lastGood();
        if (schedule == null) {
            return null;
        }
        try {
            DecidedUpTo floor = marker.value().floor();
            return new DefinitionVersion(
                    marker.value().version(), marker.at(), floor, schedule, Timing.of(schedule), null);
        } catch (ContractException e) {
            // Safe: without this version, the answer names the refusal of the newest one.
            return null;
        }
    }

    /** Whether it was read from the marker. */
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
