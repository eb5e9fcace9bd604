package dev.carillon.console.live;

import dev.carillon.console.history.Board;
import dev.carillon.kit.lifecycle.LoopBody;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fresh the history is, as an event; run it in a loop every {@link #ROUND}. It has a loop of its own because it asks
 * the history, which may fail or be slow: changes go on being told meanwhile.
 */
public final class FreshnessNews implements LoopBody {
    public static final Duration ROUND = Duration.ofSeconds(2);

    private final Board board;
    private final BooleanSupplier wanted;
    private volatile byte @Nullable [] event;

    /**
     * Says nothing before its first round.
     *
     * @param wanted whether anybody listens
     */
    FreshnessNews(Board board, BooleanSupplier wanted) {
        this.board = board;
        this.wanted = wanted;
    }

    @Override
    public void runOnce(Instant now) {
        event = wanted.getAsBoolean()
                ? EventText.event("freshness", null, ChangeJson.freshness(board.freshness()))
                : null;
    }

    /** Another array in each round, so that each is told; null before anything is known. */
    byte @Nullable [] event() {
        return event;
    }
}
