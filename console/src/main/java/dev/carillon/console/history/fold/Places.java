package dev.carillon.console.history.fold;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where the records of one execution lie, in the order of their stamps: the first ones, up to a bound. */
public final class Places {
    /** An execution with all retries that most rules allow has fewer; more are not worth their room. */
    public static final int MOST = 200;

    private final List<Place> places = new ArrayList<>(4);

    /** One record; the stamp has its partition and offset. */
    public record Place(Stamp stamp, String topic) {}

    /** Notes a place; of too many the earliest are kept. */
    public void add(Stamp stamp, String topic) {
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
