package dev.carillon.worker.offset;

import dev.carillon.worker.wire.OutgoingRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record that is done, with the records to send in the same transaction. */
public final class Settlement {
    private final @Nullable RecordOffset place;
    private final List<OutgoingRecord> records;
    private final Fate fate;
    private final int bytes;

    /** Callbacks for what became of a settlement, on the thread that owns the settlements. */
    public interface Fate {
        Fate IGNORED = new Fate() {};

        default void committed() {}

        /** The partition went to another worker first: nothing of this was or will be committed. */
        default void dropped() {}

        /** The partition went to another worker while the commit was in doubt, so its outcome will never be known. */
        default void unknown() {
            dropped();
        }
    }

    /**
     * A settlement that waits to be committed.
     *
     * @param place the record that is done, or null for the end of a claimed attempt, whose record was committed with
     *     the claim
     */
    public Settlement(@Nullable RecordOffset place, List<OutgoingRecord> records, Fate fate) {
        this.place = place;
        this.records = List.copyOf(records);
        this.fate = fate;
        int sum = 0;
        for (OutgoingRecord record : this.records) {
            sum += record.size();
        }
        this.bytes = sum;
    }

    public static Settlement done(RecordOffset place, List<OutgoingRecord> records) {
        return new Settlement(place, records, Fate.IGNORED);
    }

    public @Nullable RecordOffset place() {
        return place;
    }

    public List<OutgoingRecord> records() {
        return records;
    }

    Fate fate() {
        return fate;
    }

    Settlement with(List<OutgoingRecord> others) {
        return new Settlement(place, others, fate);
    }

    boolean isStale() {
        return place != null && place.isStale();
    }

    /** The bytes of its records, uncompressed. */
    public int bytes() {
        return bytes;
    }
}
