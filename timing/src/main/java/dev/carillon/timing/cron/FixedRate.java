package dev.carillon.timing.cron;

import java.time.Instant;
import java.util.Optional;

/**
 * Instants at equal distances, without a beginning or an end.
 *
 * @param one any of them, in seconds of the epoch
 * @param interval in seconds
 */
record FixedRate(long one, long interval) implements Timing.Ticks {
    @Override
    public Optional<Instant> next(Instant after) {
        return Optional.of(Instant.ofEpochSecond(one + (intervalsUpTo(after) + 1) * interval));
    }

    @Override
    public long count(Instant after, Instant upTo) {
        return intervalsUpTo(upTo) - intervalsUpTo(after);
    }

    private long intervalsUpTo(Instant instant) {
        return Math.floorDiv(instant.getEpochSecond() - one, interval);
    }
}
