package dev.carillon.console.live;

import dev.carillon.console.history.Freshness;
import dev.carillon.kit.lifecycle.LoopBody;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How fresh the history is, as an event; run it in a loop every {@link #ROUND}. It has a loop of its own because it asks
 * the history, which may fail or be slow: changes go on being told meanwhile.
 */
public final class FreshnessNews implements LoopBody {
    public static final Duration ROUND = Duration.ofSeconds(2);

    private final Supplier<Freshness> freshness;
    private final BooleanSupplier wanted;
    private volatile byte @Nullable [] event;

    /**
     * Says nothing before its first round.
     *
     * @param wanted whether anybody listens
     */
    FreshnessNews(Supplier<Freshness> freshness, BooleanSupplier wanted) {
        this.freshness = freshness;
        this.wanted = wanted;
    }

    @Override
    public void runOnce(Instant now) {
        event = wanted.getAsBoolean()
                ? EventText.event("freshness", null, ChangeJson.freshness(freshness.get()))
                : null;
    }

    /** Another array in each round, so that each is told; null before anything is known. */
    byte @Nullable [] event() {
        return event;
    }
}
