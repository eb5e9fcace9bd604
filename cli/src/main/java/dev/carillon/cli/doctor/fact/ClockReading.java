package dev.carillon.cli.doctor.fact;

import java.time.Duration;
import java.time.Instant;

/**
 * One reading of the cluster's clock.
 *
 * @param before this machine's clock when the request was sent
 * @param cluster the cluster's clock when it answered
 * @param after this machine's clock when the answer arrived
 */
public record ClockReading(Instant before, Instant cluster, Instant after) {
    /** How far this machine's clock is ahead, if the cluster answered halfway through the round trip. */
    public Duration ahead() {
        return Duration.between(cluster, before.plus(unsure()));
    }

    /** Half the round trip: the cluster may have answered at any moment of it. */
    public Duration unsure() {
        return Duration.between(before, after).dividedBy(2);
    }
}
