package dev.carillon.client.event;

/** A subscribed listener; close it to get no more events. */
public interface Subscription extends AutoCloseable {
    /** The number of events that the listener was called with. */
    long delivered();

    /** The number of calls in which the listener threw; it still gets the next event. */
    long failed();

    /** The number of records that were skipped because they could not be read. */
    long unreadable();

    /** Returns when a call that is under way has ended, or after a few seconds. */
    @Override
    void close();
}
