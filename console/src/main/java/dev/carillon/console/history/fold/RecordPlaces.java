package dev.carillon.console.history.fold;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Positions of the records of one execution, in the order of their stamps; only the earliest {@link #MOST}. */
public final class RecordPlaces {
    /** More than an execution with the usual number of retries has; a bound keeps rows small. */
    public static final int MOST = 200;

    private final List<Place> places = new ArrayList<>(4);

    /** One record; the stamp has its partition and offset. */
    public record Place(RecordStamp stamp, String topic) {}

    /** Adds a place; beyond the bound only the earliest are kept. */
    public void add(RecordStamp stamp, String topic) {
        int at = places.size();
        while (at > 0 && stamp.isBefore(places.get(at - 1).stamp())) {
            at--;
        }
        boolean known = at > 0 && places.get(at - 1).stamp().equals(stamp);
        if (!known && at < MOST) {
            places.add(at, new Place(stamp, topic));
            if (places.size() > MOST) {
                places.remove(MOST);
            }
        }
    }

    /** In order. */
    public List<Place> all() {
        return Collections.unmodifiableList(places);
    }
}
