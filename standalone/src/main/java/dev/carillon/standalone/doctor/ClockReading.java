package dev.carillon.standalone.doctor;

import java.time.Duration;
import java.time.Instant;

/**
 * One look at the cluster's clock.
 *
 * @param before our clock when we asked
 * @param cluster its clock when it answered
 * @param after our clock when the answer was here
 */
record ClockReading(Instant before, Instant cluster, Instant after) {
    /** How far our clock is ahead of the cluster's; the answer was made somewhere between, so half the way is unsure. */
    Duration ahead() {
        return Duration.between(cluster, before.plus(unsure()));
    }

    Duration unsure() {
        return Duration.between(before, after).dividedBy(2);
    }
}
