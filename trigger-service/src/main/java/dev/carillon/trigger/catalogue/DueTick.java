package dev.carillon.trigger.catalogue;

import java.time.Instant;
import java.util.Comparator;

/** A tick that is due: its schedule and its nominal instant. */
public record DueTick(String taskId, Instant nominal) implements Comparable<DueTick> {
    private static final Comparator<DueTick> ORDER =
            Comparator.comparing(DueTick::taskId).thenComparing(DueTick::nominal);

    @Override
    public int compareTo(DueTick other) {
        return ORDER.compare(this, other);
    }
}
