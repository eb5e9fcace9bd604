package dev.carillon.console.api;

/** Takes in a client that wants to be told of what happens, as server-sent events. */
@FunctionalInterface
public interface StreamHandler {
    /** Returns at once; it keeps the sink and writes to it from whatever thread, until it closes it or the client goes. */
    void open(Request request, EventSink sink);
}
