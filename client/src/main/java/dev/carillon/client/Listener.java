package dev.carillon.client;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What was asked to be heard, and the thread that hears it. */
final class Listener implements Subscription {
    private final Listening listening;
    private final StartedLoop loop;
    private volatile boolean closed;

    private Listener(Listening listening, StartedLoop loop) {
        this.listening = listening;
        this.loop = loop;
    }

    /** Returns when nothing can be missed any more. */
    static Listener start(
            Supplier<RecordLog> opening,
            TopicNames names,
            Clock clock,
            Set<EventType> types,
            Consumer<Heard> listener) {
        Listening listening = new Listening(opening, names, Set.copyOf(types), listener);
        return new Listener(listening, new StartedLoop("carillon-client-listener", clock, listening));
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public long heard() {
        return listening.heard();
    }

    @Override
    public long failed() {
        return listening.failed();
    }

    @Override
    public long unreadable() {
        return listening.unreadable();
    }

    @Override
    public void close() {
        closed = true;
        loop.close();
    }
}
