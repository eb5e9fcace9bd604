package dev.carillon.console.overdue;

import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.kit.admin.MeterSpec;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for overdue executions in each round, and reports each of them once by an event. */
public final class OverdueWatch implements LoopBody {
    static final MeterSpec REPORTED =
            MeterSpec.counter("carillon.console.overdue.told", "executions", "executions reported overdue by an event");
    static final MeterSpec OVERDUE_NOW = MeterSpec.gauge(
            "carillon.console.overdue",
            "executions",
            "executions that are overdue now: due or queued too long ago, without a sign of life since");
    /** All of them. */
    public static final List<MeterSpec> METERS = List.of(REPORTED, OVERDUE_NOW);

    /** How often it should run. */
    public static final Duration EVERY = Duration.ofSeconds(2);
    /** Most events of one round; the next round reports the rest. */
    private static final int MOST = 200;
    /** How many reported executions are remembered, until the history has read their events. */
    private static final int MOST_REMEMBERED = 10_000;
    /** Each round looks back this far again, because a row may be written after its execution became overdue. */
    private static final Duration LOOK_BACK = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(OverdueWatch.class);

    private final OverdueQuery query;
    private final Supplier<OverdueEvents> eventWriters;
    private final Duration after;
    private final String source;
    private final Counter reported;
    private final Set<String> remembered = new LinkedHashSet<>();
    private volatile long overdueNow;
    private Instant lookedUntil = Instant.EPOCH;
    private @Nullable OverdueEvents events;

    /**
     * A watch that has reported nothing.
     *
     * @param after how long an execution is silent after its next record was due before it is overdue
     * @param source name of this process in its events
     */
    public OverdueWatch(
            OverdueQuery query,
            Supplier<OverdueEvents> eventWriters,
            Duration after,
            String source,
            MeterRegistry registry) {
        this.query = query;
        this.eventWriters = eventWriters;
        this.after = after;
        this.source = source;
        this.reported = REPORTED.counter(registry);
        OVERDUE_NOW.gauge(registry, () -> overdueNow);
    }

    @Override
    public void begin() {
        events = eventWriters.get();
        lookedUntil = Instant.EPOCH;
    }

    @Override
    public void runOnce(Instant now) {
        OverdueEvents open = events;
        if (open == null || !query.isUpToDate(now)) {
            return;
        }
        Instant until = now.minus(after);
        overdueNow = query.count(until);
        List<OverdueRun> found = query.unreported(lookedUntil.minus(LOOK_BACK), until, MOST);
        for (OverdueRun overdue : found) {
            report(overdue, now, open);
        }
        if (found.size() < MOST) {
            lookedUntil = until;
        }
    }

    private void report(OverdueRun overdue, Instant now, OverdueEvents open) {
        String key = overdue.run().key().toString();
        if (remembered.contains(key)) {
            return;
        }
        String message = "since " + overdue.since() + ": " + overdue.why();
        open.write(new Event(EventType.OVERDUE, key, now, source, message, null, Map.of()));
        LOG.warn("{} is overdue {}", key, message);
        reported.increment();
        remembered.add(key);
        if (remembered.size() > MOST_REMEMBERED) {
            remembered.remove(remembered.iterator().next());
        }
    }

    @Override
    public void end() {
        OverdueEvents open = events;
        events = null;
        if (open != null) {
            open.close();
        }
    }
}
