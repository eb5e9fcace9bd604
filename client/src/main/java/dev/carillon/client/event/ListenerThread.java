package dev.carillon.client.event;

import dev.carillon.client.log.RecordLog;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A subscription and the thread that serves it. */
public final class ListenerThread implements Subscription {
    private final ListenerLoop body;
    private final StartedLoop loop;
    private volatile boolean closed;

    private ListenerThread(ListenerLoop body, StartedLoop loop) {
        this.body = body;
        this.loop = loop;
    }

    /** Returns once the listener can miss no later event. */
    public static ListenerThread start(
            Supplier<RecordLog> opening,
            TopicNames names,
            Clock clock,
            Set<EventType> types,
            Consumer<CarillonEvent> listener) {
        ListenerLoop body = new ListenerLoop(opening, names, Set.copyOf(types), listener);
        return new ListenerThread(body, new StartedLoop("carillon-client-listener", clock, body));
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public long delivered() {
        return body.delivered();
    }

    @Override
    public long failed() {
        return body.failed();
    }

    @Override
    public long unreadable() {
        return body.unreadable();
    }

    @Override
    public void close() {
        closed = true;
        loop.close();
    }
}
