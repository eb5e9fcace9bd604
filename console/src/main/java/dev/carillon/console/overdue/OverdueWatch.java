package dev.carillon.console.overdue;

import dev.carillon.console.history.Overdue;
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

/** Looks for overdue executions and tells each once; one round is one look. */
public final class OverdueWatch implements LoopBody {
    static final MeterSpec TOLD = MeterSpec.counter(
            "carillon.console.overdue.told", "executions", "executions that an event told to be overdue");
    static final MeterSpec STANDING = MeterSpec.gauge(
            "carillon.console.overdue",
            "executions",
            "executions that are overdue now: due or queued too long ago, without a sign of life since");
    /** All of them. */
    public static final List<MeterSpec> METERS = List.of(TOLD, STANDING);

    /** How often one should look. */
    public static final Duration EVERY = Duration.ofSeconds(2);
    /** One look tells no more; the next goes on. */
    private static final int MOST = 200;
    /** Told, and not yet read back as an event: the history is at most a moment behind. */
    private static final int REMEMBERED = 10_000;
    /** Rows may come a little later than what they say. */
    private static final Duration AGAIN = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(OverdueWatch.class);

    private final Silence silence;
    private final Supplier<Telling> tellings;
    private final Duration after;
    private final String source;
    private final Counter told;
    private final Set<String> remembered = new LinkedHashSet<>();
    private volatile long standing;
    private Instant lookedUntil = Instant.EPOCH;
    private @Nullable Telling telling;

    /**
     * A watch that has told nothing.
     *
     * @param after how long after its time an execution is overdue
     * @param source who tells, as events name it
     */
    public OverdueWatch(
            Silence silence, Supplier<Telling> tellings, Duration after, String source, MeterRegistry registry) {
        this.silence = silence;
        this.tellings = tellings;
        this.after = after;
        this.source = source;
        this.told = TOLD.counter(registry);
        STANDING.gauge(registry, () -> standing);
    }

    @Override
    public void begin() {
        telling = tellings.get();
        lookedUntil = Instant.EPOCH;
    }

    @Override
    public void runOnce(Instant now) {
        Telling open = telling;
        if (open == null || !silence.isUpToDate(now)) {
            return;
        }
        Instant until = now.minus(after);
        standing = silence.count(until);
        List<Overdue> found = silence.untold(lookedUntil.minus(AGAIN), until, MOST);
        for (Overdue overdue : found) {
            tell(overdue, now, open);
        }
        if (found.size() < MOST) {
            lookedUntil = until;
        }
    }

    private void tell(Overdue overdue, Instant now, Telling open) {
        String key = overdue.run().key().toString();
        if (remembered.contains(key)) {
            return;
        }
        String message = "since " + overdue.since() + ": " + overdue.why();
        open.tell(new Event(EventType.OVERDUE, key, now, source, message, null, Map.of()));
        LOG.warn("{} is overdue {}", key, message);
        told.increment();
        remembered.add(key);
        if (remembered.size() > REMEMBERED) {
            remembered.remove(remembered.iterator().next());
        }
    }

    @Override
    public void end() {
        Telling open = telling;
        telling = null;
        if (open != null) {
            open.close();
        }
    }
}
