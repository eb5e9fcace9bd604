package dev.carillon.console;

import dev.carillon.console.history.Freshness;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.lifecycle.LoopListener;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the console is, in words. */
final class ConsoleHealth {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleHealth.class);

    private ConsoleHealth() {}

    /** Why Kafka can't be asked now; empty while it can. */
    static String whyGone(Freshness freshness, String addresses) {
        return freshness.kafkaGone() == null
                ? ""
                : "Kafka at " + addresses + " has not answered since " + freshness.kafkaGone()
                        + "; what is shown is of then, and nothing can be written until it is back";
    }

    /** While Kafka is gone, the health line and the process's own watch say so; a failure of each round says no more. */
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

    /** While it reads what was before it, it is good: what it has is shown. */
    static Health history(boolean running, Freshness freshness, String whyGone) {
        if (!whyGone.isEmpty()) {
            return Health.bad(whyGone);
        }
        if (!freshness.caughtUp()) {
            String words = freshness.behind() < 0
                    ? "it begins to read"
                    : "it reads what was before it; " + freshness.behind() + " records are left";
            return new Health(running, words);
        }
        return Health.good(freshness.behind() <= 0 ? "up to date" : freshness.behind() + " records behind");
    }
}
