package dev.carillon.kit.lifecycle;

import java.time.Duration;

/**
 * The pauses of a loop.
 *
 * @param between the pause after a good round; zero when the round itself waits
 * @param firstBackoff the pause after the first failed round; it doubles with each further one
 * @param maxBackoff the longest pause after a failed round
 */
public record LoopRhythm(Duration between, Duration firstBackoff, Duration maxBackoff) {
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(100);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(10);

    public LoopRhythm {
        if (between.isNegative() || firstBackoff.isNegative() || firstBackoff.isZero()) {
            throw new IllegalArgumentException("a loop needs a pause of at least zero and a backoff above zero");
        }
        if (maxBackoff.compareTo(firstBackoff) < 0) {
            throw new IllegalArgumentException("maxBackoff " + maxBackoff + " is below firstBackoff " + firstBackoff);
        }
    }

    /** No pause after a good round, as the round itself waits. */
    public static LoopRhythm unpaused() {
        return every(Duration.ZERO);
    }

    public static LoopRhythm every(Duration between) {
        return new LoopRhythm(between, FIRST_BACKOFF, MAX_BACKOFF);
    }

    public LoopRhythm withBackoff(Duration first, Duration max) {
        return new LoopRhythm(between, first, max);
    }

    /** The pause after the n-th failed round in a row. */
    public Duration backoff(int inARow) {
        int doublings = Math.min(Math.max(inARow, 1) - 1, 30);
        Duration doubled = firstBackoff.multipliedBy(1L << doublings);
        return doubled.compareTo(maxBackoff) > 0 ? maxBackoff : doubled;
    }
}
