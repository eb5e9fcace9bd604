package dev.carillon.console;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.lifecycle.LoopListener;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Health of the console's history, and the words for a Kafka that does not answer. */
final class ConsoleHealth {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleHealth.class);

    private ConsoleHealth() {}

    /** Why Kafka is unreachable; empty while it answers. */
    static String whyGone(HistoryFreshness freshness, String addresses) {
        return freshness.kafkaGone() == null
                ? ""
                : "Kafka at " + addresses + " has not answered since " + freshness.kafkaGone()
                        + "; the data shown is as of then, and writes fail until Kafka is back";
    }

    /** While Kafka is gone, {@code /readyz} shows it; logging each failed round as well would flood the log. */
    static LoopListener failures(Supplier<String> whyGone) {
        LoopListener logging = LoopListener.logging();
        return (loop, failure, inARow, pause) -> {
            if (whyGone.get().isEmpty()) {
                logging.failed(loop, failure, inARow, pause);
            } else {
                LOG.debug("{} waits for Kafka", loop, failure);
            }
        };
    }

    /** A history that is still catching up is healthy: it serves what it has read so far. */
    static Health history(boolean running, HistoryFreshness freshness, String whyGone) {
        if (!whyGone.isEmpty()) {
            return Health.bad(whyGone);
        }
        if (!freshness.caughtUp()) {
            String words = freshness.behind() < 0
                    ? "starting to read the topics"
                    : "catching up, " + freshness.behind() + " records left to read";
            return new Health(running, words);
        }
        return Health.good(freshness.behind() <= 0 ? "up to date" : freshness.behind() + " records behind");
    }
}
