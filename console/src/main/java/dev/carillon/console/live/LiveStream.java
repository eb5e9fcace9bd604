package dev.carillon.console.live;

import dev.carillon.console.api.EventSink;
import dev.carillon.console.history.ChangeListener;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.kit.lifecycle.LoopBody;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends changes to all clients; run it in a loop every {@link #ROUND}, and {@link #freshness} in another one. */
public final class LiveStream implements ChangeListener, LoopBody {
    public static final Duration ROUND = Duration.ofMillis(250);

    /** Stands for an unreadable position: the client was connected before, so it has missed changes. */
    private static final StreamPosition UNREADABLE = new StreamPosition("", 0);

    private final int mostClients;
    private final FreshnessWatch freshness;
    private final ChangeCollector collector = new ChangeCollector();
    private final RecentChanges recent;
    private final List<StreamClient> connected = new ArrayList<>();
    /** Bounded by {@link #mostClients}. */
    private final ConcurrentLinkedQueue<StreamClient> joining = new ConcurrentLinkedQueue<>();

    private final AtomicInteger clients = new AtomicInteger();
    private final Counter cutOff;

    /**
     * A stream without clients.
     *
     * @param run lower-case letters and digits that no earlier run of the console used
     * @param mostClients how many may be connected at once
     */
    public LiveStream(String run, int mostClients, Supplier<HistoryFreshness> freshness, MeterRegistry meters) {
        this.recent = new RecentChanges(run);
        this.mostClients = mostClients;
        this.freshness = new FreshnessWatch(freshness, () -> clients.get() > 0);
        LiveMeters.CLIENTS.gauge(meters, clients::get);
        this.cutOff = LiveMeters.CUT_OFF.counter(meters);
    }

    public FreshnessWatch freshness() {
        return freshness;
    }

    @Override
    public void changed(List<HistoryChange> changes) {
        collector.changed(changes);
    }

    /**
     * Connects a client from the next round on.
     *
     * @param lastEventId id of the last event that it got; null for a new client
     * @return false if the limit of clients is reached
     */
    public boolean join(EventSink sink, ChangeFilter filter, @Nullable String lastEventId) {
        if (clients.incrementAndGet() > mostClients) {
            clients.decrementAndGet();
            return false;
        }
        StreamPosition asked =
                lastEventId == null ? null : StreamPosition.read(lastEventId).orElse(UNREADABLE);
        joining.add(new StreamClient(sink, filter, asked));
        return true;
    }

    /** How many may be connected at once. */
    public int mostClients() {
        return mostClients;
    }

    @Override
    public void runOnce(Instant now) {
        admitJoining();
        ChangeCollector.Gathered gathered = collector.take();
        if (!gathered.isEmpty()) {
            recent.add(gathered);
        }
        byte[] fresh = freshness.event();
        connected.removeIf(one -> !serve(one, fresh, now));
    }

    private void admitJoining() {
        for (StreamClient one = joining.poll(); one != null; one = joining.poll()) {
            one.begin(recent);
            connected.add(one);
        }
    }

    /** Returns whether the client is still connected. */
    private boolean serve(StreamClient client, byte @Nullable [] fresh, Instant now) {
        StreamClient.Connection connection = client.send(recent, fresh, now);
        if (connection == StreamClient.Connection.OPEN) {
            return true;
        }
        if (connection == StreamClient.Connection.CUT_OFF) {
            cutOff.increment();
        }
        clients.decrementAndGet();
        return false;
    }

    /** Closes all connections; clients reconnect by themselves, to this console or the next one. */
    @Override
    public void end() {
        admitJoining();
        connected.forEach(StreamClient::close);
        clients.addAndGet(-connected.size());
        connected.clear();
    }
}
