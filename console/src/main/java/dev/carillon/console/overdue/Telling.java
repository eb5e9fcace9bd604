package dev.carillon.console.overdue;

import dev.carillon.schemas.record.Event;

/** Writes events; used from one thread. */
public interface Telling extends AutoCloseable {
    /** Returns once the event is safe. */
    void tell(Event event);

    @Override
    void close();
}
