package dev.carillon.console.live;

import java.io.IOException;

/** The way to one client. It never waits: what it can't take now it is not given. */
public interface Sink {
    /** Whether something can be written at once. */
    boolean isReady();

    /** Only called when it is ready; an exception means that the client is gone. */
    void write(byte[] bytes) throws IOException;

    /** Ends the connection, whatever is still on its way. */
    void close();
}
