package dev.carillon.worker.offset;

import dev.carillon.worker.wire.Outgoing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something to be committed: a record is done with, and these are to be sent in the same transaction.
 *
 * @param place the record that is done with, or null for the end of a claimed attempt, whose record was done before
 */
public record Settlement(@Nullable Place place, List<Outgoing> records, Fate fate) {

    /** Hears what became of a settlement; called on the thread that owns the settlements. */
    public interface Fate {
        Fate IGNORED = new Fate() {};

        default void committed() {}

        /** The partition went to another worker first: nothing of this was or will be committed. */
        default void dropped() {}

        /** The partition went to another worker while the commit was in doubt: it may stand, and nobody can tell. */
        default void unknown() {
            dropped();
        }
    }

    public Settlement {
        records = List.copyOf(records);
    }

    public static Settlement done(Place place, List<Outgoing> records) {
        return new Settlement(place, records, Fate.IGNORED);
    }

    Settlement with(List<Outgoing> others) {
        return new Settlement(place, others, fate);
    }

    boolean isStale() {
        return place != null && place.isStale();
    }

    int bytes() {
        return records.stream().mapToInt(Outgoing::size).sum();
    }
}
