package dev.carillon.trigger.sweep;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.trigger.meter.TriggerMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for transactions left open and ends them, while this instance leads. */
public final class Sweep implements LoopBody {
    public static final Duration EVERY = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final Duration SAY_EVERY = Duration.ofMinutes(1);

    private final OpenTransactions transactions;
    private final Patience patience;
    private final BooleanSupplier leading;
    private final Counter swept;
    private final Counter failed;
    private Instant lastSaid = Instant.EPOCH;

    /** A sweep over the transactions of one namespace. */
    public Sweep(OpenTransactions transactions, String namespace, BooleanSupplier leading, MeterRegistry meters) {
        this.transactions = transactions;
        this.patience = new Patience(namespace);
        this.leading = leading;
        this.swept = TriggerMeters.TRANSACTIONS_SWEPT.counter(meters);
        this.failed = TriggerMeters.SWEEPS_FAILED.counter(meters);
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        if (!leading.getAsBoolean()) {
            return;
        }
        try {
            Set<String> dead = overdue(now);
            if (!dead.isEmpty()) {
                fence(dead, now);
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            // The next round tries again, and the broker's own time-out ends such a transaction in any case.
            failed.increment();
            say("Could not look for transactions left open: {}", e.toString(), now);
        }
    }

    private void fence(Set<String> dead, Instant now) throws InterruptedException {
        Map<String, Exception> refused = transactions.fence(dead);
        Set<String> ended = new TreeSet<>(dead);
        ended.removeAll(refused.keySet());
        ended.forEach(id -> patience.fenced(id, now));
        swept.increment(ended.size());
        if (!ended.isEmpty()) {
            LOG.info("Ended the transactions that {} had left open", String.join(", ", ended));
        }
        if (!refused.isEmpty()) {
            failed.increment();
            say("Could not end transactions left open: {}", refused.toString(), now);
        }
    }

    private void say(String what, String why, Instant now) {
        if (lastSaid.plus(SAY_EVERY).isBefore(now)) {
            lastSaid = now;
            LOG.warn(what, why);
        }
    }

    private Set<String> open(Duration longerThan, Instant now) throws Exception {
        OpenTransactions.Found found = transactions.openLongerThan(longerThan, patience.pattern());
        if (!found.failures().isEmpty()) {
            failed.increment();
            say(
                    "Could not look for transactions left open on some brokers: {}",
                    found.failures().toString(),
                    now);
        }
        return found.ids();
    }

    /** Mostly nothing is open for long, and one question is enough. */
    private Set<String> overdue(Instant now) throws Exception {
        Set<String> suspects = open(Patience.WORKER, now);
        Set<String> dead = new TreeSet<>();
        Set<Duration> longer = new TreeSet<>();
        for (String id : suspects) {
            patience.with(id, now).ifPresent(time -> {
                if (time.equals(Patience.WORKER)) {
                    dead.add(id);
                } else {
                    longer.add(time);
                }
            });
        }
        for (Duration time : longer) {
            for (String id : open(time, now)) {
                if (patience.with(id, now).filter(time::equals).isPresent()) {
                    dead.add(id);
                }
            }
        }
        return dead;
    }
}
