package dev.carillon.console.live;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.kit.lifecycle.LoopBody;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the event that shows how current the history is; run it in a loop every {@link #ROUND}. The loop is separate
 * because this query may fail or be slow, and must not delay changes.
 */
public final class FreshnessWatch implements LoopBody {
    public static final Duration ROUND = Duration.ofSeconds(2);

    private final Supplier<HistoryFreshness> freshness;
    private final BooleanSupplier wanted;
    private volatile byte @Nullable [] event;

    /**
     * A watch that has no event before its first round.
     *
     * @param wanted whether any client is connected
     */
    FreshnessWatch(Supplier<HistoryFreshness> freshness, BooleanSupplier wanted) {
        this.freshness = freshness;
        this.wanted = wanted;
    }

    @Override
    public void runOnce(Instant now) {
        event = wanted.getAsBoolean()
                ? EventText.event("freshness", null, ChangeJson.freshness(freshness.get()))
                : null;
    }

    /** A new array in each round, so that a client can tell whether it has sent this one; null before the first. */
    byte @Nullable [] event() {
        return event;
    }
}
