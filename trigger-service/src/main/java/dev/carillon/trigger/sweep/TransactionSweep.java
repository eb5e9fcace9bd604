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
public final class TransactionSweep implements LoopBody {
    public static final Duration EVERY = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(TransactionSweep.class);
    private static final Duration WARN_EVERY = Duration.ofMinutes(1);

    private final OpenTransactions transactions;
    private final TransactionTimeouts timeouts;
    private final BooleanSupplier leading;
    private final Counter swept;
    private final Counter failed;
    private Instant lastWarned = Instant.EPOCH;

    /** A sweep over the transactions of one namespace. */
    public TransactionSweep(
            OpenTransactions transactions, String namespace, BooleanSupplier leading, MeterRegistry meters) {
        this.transactions = transactions;
        this.timeouts = new TransactionTimeouts(namespace);
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
            // Safe: the next round tries again, and the broker's own timeout ends such a transaction in any case.
            failed.increment();
            warn("Could not list open transactions; the next round tries again: {}", e.toString(), now);
        }
    }

    private void fence(Set<String> dead, Instant now) throws InterruptedException {
        Map<String, Exception> refused = transactions.fence(dead);
        Set<String> ended = new TreeSet<>(dead);
        ended.removeAll(refused.keySet());
        ended.forEach(id -> timeouts.fenced(id, now));
        swept.increment(ended.size());
        if (!ended.isEmpty()) {
            LOG.info("Ended open transactions of dead processes: {}", String.join(", ", ended));
        }
        if (!refused.isEmpty()) {
            failed.increment();
            warn(
                    "Could not end open transactions of dead processes; the next round tries again: {}",
                    refused.toString(),
                    now);
        }
    }

    private void warn(String what, String why, Instant now) {
        if (lastWarned.plus(WARN_EVERY).isBefore(now)) {
            lastWarned = now;
            LOG.warn(what, why);
        }
    }

    private Set<String> open(Duration longerThan, Instant now) throws Exception {
        OpenTransactions.Found found = transactions.openLongerThan(longerThan, timeouts.pattern());
        if (!found.failures().isEmpty()) {
            failed.increment();
            warn(
                    "Could not list the open transactions of some brokers; the next round tries again: {}",
                    found.failures().toString(),
                    now);
        }
        return found.ids();
    }

    /** Usually nothing is open for long, so that one request is enough. */
    private Set<String> overdue(Instant now) throws Exception {
        Set<String> suspects = open(TransactionTimeouts.WORKER, now);
        Set<String> dead = new TreeSet<>();
        Set<Duration> longer = new TreeSet<>();
        for (String id : suspects) {
            timeouts.timeout(id, now).ifPresent(time -> {
                if (time.equals(TransactionTimeouts.WORKER)) {
                    dead.add(id);
                } else {
                    longer.add(time);
                }
            });
        }
        for (Duration time : longer) {
            for (String id : open(time, now)) {
                if (timeouts.timeout(id, now).filter(time::equals).isPresent()) {
                    dead.add(id);
                }
            }
        }
        return dead;
    }
}
