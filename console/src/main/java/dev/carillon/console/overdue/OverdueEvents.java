package dev.carillon.console.overdue;

import dev.carillon.schemas.record.Event;

/** Writes OVERDUE events; used by one thread. */
public interface OverdueEvents extends AutoCloseable {
    /** Returns when Kafka has acknowledged the event. */
    void write(Event event);

    @Override
    void close();
}
