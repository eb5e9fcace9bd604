package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of one key of the definitions' topic: a definition, the refusal of one, or a deletion.
 *
 * @param schedule null for a deletion and for what can't be read
 * @param timing null as well where nothing can be planned
 * @param refusal why it can't be used; null if it can
 */
record Definition(
        Evidence at,
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
            return new Definition(Evidence.of("deletion", record), null, null, null);
        }
        Evidence at = Evidence.of("definition", record);
        try {
            Schedule schedule = Kind.SCHEDULE.decode(record.value());
            return said == null
                    ? new Definition(at, schedule, Timing.of(schedule), null)
                    : new Definition(at, schedule, null, said);
        } catch (ContractException e) {
            Refusal seen = new Refusal(e.code().name(), Objects.toString(e.getMessage(), ""), null);
            return new Definition(at, null, null, said == null ? seen : said);
        }
    }

    boolean isDeletion() {
        return schedule == null && refusal == null;
    }

    boolean isUsable() {
        return refusal == null && schedule != null && timing != null;
    }
}
