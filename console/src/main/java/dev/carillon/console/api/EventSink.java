package dev.carillon.console.api;

import java.io.IOException;

/** The way to one client that listens. It never waits: what it can't take now it is not given. */
public interface EventSink {
    /** Whether something can be written at once. */
    boolean isReady();

    /** Only called when it is ready; an exception means that the client is gone. */
    void write(byte[] bytes) throws IOException;

    /** Ends the connection, whatever is still on its way. */
    void close();
}
