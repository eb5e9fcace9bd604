package dev.carillon.worker.presence;

import dev.carillon.worker.wire.Outgoing;

/** Records that are worth sending but on which nothing depends: events, log lines. */
@FunctionalInterface
public interface Announcements {
    /** Never waits: when too many are on their way already, it is counted and forgotten. */
    void announce(Outgoing record);
}
