package dev.carillon.console.api;

/** Adds a client to a stream of server-sent events. */
@FunctionalInterface
public interface StreamHandler {
    /** Returns at once; the handler keeps the sink and writes to it from any thread until either side ends it. */
    void open(ApiRequest request, EventSink sink);
}
