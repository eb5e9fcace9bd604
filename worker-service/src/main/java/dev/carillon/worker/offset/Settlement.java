package dev.carillon.worker.offset;

import dev.carillon.worker.wire.Outgoing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something to be committed: a record is done with, and these are to be sent in the same transaction. */
public final class Settlement {
    private final @Nullable Place place;
    private final List<Outgoing> records;
    private final Fate fate;
    private final int bytes;

    /** Is told what became of a settlement, on the thread that owns the settlements. */
    public interface Fate {
        Fate IGNORED = new Fate() {};

        default void committed() {}

        /** The partition went to another worker first: nothing of this was or will be committed. */
        default void dropped() {}

        /** The partition went to another worker while the commit was in doubt: it may stand, and there is no way to know. */
        default void unknown() {
            dropped();
        }
    }

    /**
     * A settlement that waits to be committed.
     *
     * @param place the record that is done with, or null for the end of a claimed attempt, whose record was done before
     */
    public Settlement(@Nullable Place place, List<Outgoing> records, Fate fate) {
        this.place = place;
        this.records = List.copyOf(records);
        this.fate = fate;
        int sum = 0;
        for (Outgoing record : this.records) {
            sum += record.size();
        }
        this.bytes = sum;
    }

    public static Settlement done(Place place, List<Outgoing> records) {
        return new Settlement(place, records, Fate.IGNORED);
    }

    public @Nullable Place place() {
        return place;
    }

    public List<Outgoing> records() {
        return records;
    }

    Fate fate() {
        return fate;
    }

    Settlement with(List<Outgoing> others) {
        return new Settlement(place, others, fate);
    }

    boolean isStale() {
        return place != null && place.isStale();
    }

    /** What its records take, uncompressed. */
    public int bytes() {
        return bytes;
    }
}
