package dev.carillon.console.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How current the history is.
 *
 * @param newest append time of the newest record in it; null if it is empty
 * @param behind how many records of the topics it has not read yet; -1 if that is not known
 * @param caughtUp whether it has reached the ends of the topics since the process started
 * @param kafkaGone since when Kafka does not answer; null if it answers
 */
public record HistoryFreshness(
        @Nullable Instant newest,
        long behind,
        boolean caughtUp,
        @Nullable Instant kafkaGone) {}
