package dev.carillon.console.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How much the history knows.
 *
 * @param newest append time of the newest record that is in it; null for an empty one
 * @param behind how many records lie in the topics that it has not read; -1 if that is not known
 * @param caughtUp whether it has read to the ends since it began
 * @param kafkaGone since when Kafka does not answer; null while it does
 */
public record Freshness(
        @Nullable Instant newest,
        long behind,
        boolean caughtUp,
        @Nullable Instant kafkaGone) {}
