package dev.carillon.trigger.catalogue;

import java.time.Instant;
import java.util.Comparator;

/** A tick that is due: whose, and of which nominal instant. */
public record Due(String taskId, Instant nominal) implements Comparable<Due> {
    private static final Comparator<Due> ORDER =
            Comparator.comparing(Due::taskId).thenComparing(Due::nominal);

    @Override
    public int compareTo(Due other) {
        return ORDER.compare(this, other);
    }
}
