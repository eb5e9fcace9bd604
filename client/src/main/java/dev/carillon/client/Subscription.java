package dev.carillon.client;

/** A listener at work; close it to hear no more. */
public interface Subscription extends AutoCloseable {
    /** How often the listener was called. */
    long heard();

    /** How often the listener threw; it is called again all the same. */
    long failed();

    /** Records that could not be read, and were passed by. */
    long unreadable();

    /** Returns when a call that is under way has ended, or after a few seconds. */
    @Override
    void close();
}
