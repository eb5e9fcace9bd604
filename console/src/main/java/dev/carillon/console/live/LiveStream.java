package dev.carillon.console.live;

import dev.carillon.console.api.EventSink;
import dev.carillon.console.history.Change;
import dev.carillon.console.history.ChangeListener;
import dev.carillon.console.history.Freshness;
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

/** Tells every client what has changed; run it in a loop every {@link #ROUND}, and its {@link #freshness} too. */
public final class LiveStream implements ChangeListener, LoopBody {
    public static final Duration ROUND = Duration.ofMillis(250);

    /** What somebody says whose position can't be read: it had been somewhere, so it has lost something. */
    private static final Position NOWHERE = new Position("", 0);

    private final int mostClients;
    private final FreshnessNews freshness;
    private final Gathering gathering = new Gathering();
    private final Tail tail;
    private final List<Follower> followers = new ArrayList<>();
    /** Bounded by {@link #mostClients}. */
    private final ConcurrentLinkedQueue<Follower> coming = new ConcurrentLinkedQueue<>();

    private final AtomicInteger clients = new AtomicInteger();
    private final Counter cutOff;

    /**
     * A stream without clients.
     *
     * @param run a word of small letters and digits that no run of the console before had
     * @param mostClients how many may follow at once
     */
    public LiveStream(String run, int mostClients, Supplier<Freshness> freshness, MeterRegistry meters) {
        this.tail = new Tail(run);
        this.mostClients = mostClients;
        this.freshness = new FreshnessNews(freshness, () -> clients.get() > 0);
        LiveMeters.CLIENTS.gauge(meters, clients::get);
        this.cutOff = LiveMeters.CUT_OFF.counter(meters);
    }

    public FreshnessNews freshness() {
        return freshness;
    }

    @Override
    public void changed(List<Change> changes) {
        gathering.changed(changes);
    }

    /**
     * Lets a client follow from the next round on.
     *
     * @param lastEventId what it says it heard last; null for one that is new
     * @return false if there are as many as there may be
     */
    public boolean join(EventSink sink, Interest interest, @Nullable String lastEventId) {
        if (clients.incrementAndGet() > mostClients) {
            clients.decrementAndGet();
            return false;
        }
        Position asked = lastEventId == null ? null : Position.read(lastEventId).orElse(NOWHERE);
        coming.add(new Follower(sink, interest, asked));
        return true;
    }

    /** How many may follow at once. */
    public int mostClients() {
        return mostClients;
    }

    @Override
    public void runOnce(Instant now) {
        welcome();
        Gathering.Gathered gathered = gathering.take();
        if (!gathered.isEmpty()) {
            tail.add(gathered);
        }
        byte[] fresh = freshness.event();
        followers.removeIf(one -> isGone(one, fresh, now));
    }

    private void welcome() {
        for (Follower one = coming.poll(); one != null; one = coming.poll()) {
            one.begin(tail);
            followers.add(one);
        }
    }

    private boolean isGone(Follower follower, byte @Nullable [] fresh, Instant now) {
        Follower.Fate fate = follower.tell(tail, fresh, now);
        if (fate == Follower.Fate.STAYS) {
            return false;
        }
        if (fate == Follower.Fate.CUT_OFF) {
            cutOff.increment();
        }
        clients.decrementAndGet();
        return true;
    }

    /** Whoever follows comes back by itself, to this console or to its successor. */
    @Override
    public void end() {
        welcome();
        followers.forEach(Follower::close);
        clients.addAndGet(-followers.size());
        followers.clear();
    }
}
