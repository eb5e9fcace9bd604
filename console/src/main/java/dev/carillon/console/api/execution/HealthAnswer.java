package dev.carillon.console.api.execution;

import dev.carillon.console.history.HistoryFreshness;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether the console is fresh and the system well, as JSON.
 *
 * @param checking whether the first look at the system is still under way
 * @param needs how many problems need an operator
 */
record HealthAnswer(boolean well, boolean checking, Instant at, String version, History history, int needs) {
    /**
     * How fresh the history is.
     *
     * @param behind unread records; null if not known
     * @param kafkaGone since when Kafka does not answer; null if it answers
     */
    record History(
            @Nullable Instant newest,
            @Nullable Long behind,
            boolean caughtUp,
            @Nullable Instant kafkaGone) {
        static History of(HistoryFreshness freshness) {
            return new History(
                    freshness.newest(),
                    freshness.behind() < 0 ? null : (Long) freshness.behind(),
                    freshness.caughtUp(),
                    freshness.kafkaGone());
        }
    }
}
