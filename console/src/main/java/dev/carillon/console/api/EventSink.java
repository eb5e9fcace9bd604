package dev.carillon.console.api;

import java.io.IOException;

/** Connection to one client of a stream. It never blocks, so check {@link #isReady} before each write. */
public interface EventSink {
    /** Whether something can be written at once. */
    boolean isReady();

    /** To be called only when it is ready; an exception means that the client is gone. */
    void write(byte[] bytes) throws IOException;

    /** Ends the connection; bytes that are not sent yet are lost. */
    void close();
}
