package dev.carillon.trigger.sweep;

import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;

/** Open transactions through Kafka's admin client. */
public final class KafkaOpenTransactions implements OpenTransactions {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    private final Admin admin;

    public KafkaOpenTransactions(Admin admin) {
        this.admin = admin;
    }

    @Override
    public Found openLongerThan(Duration time, String pattern) throws Exception {
        ListTransactionsOptions ongoing = new ListTransactionsOptions()
                .filterStates(List.of(TransactionState.ONGOING))
                .filterOnDuration(time.toMillis())
                .filterOnTransactionalIdPattern(pattern);
        Deadline deadline = Deadline.in(ANSWER_WITHIN);
        return found(
                admin.listTransactions(ongoing).byBrokerId().get(deadline.remainingNanos(), TimeUnit.NANOSECONDS),
                deadline);
    }

    /** Takes each broker's answer alone: one that fails hides no transactions of the others. */
    static Found found(Map<Integer, KafkaFuture<Collection<TransactionListing>>> answers, Deadline deadline)
            throws InterruptedException {
        Set<String> ids = new TreeSet<>();
        Map<Integer, Exception> failures = new TreeMap<>();
        for (Map.Entry<Integer, KafkaFuture<Collection<TransactionListing>>> answer : answers.entrySet()) {
            try {
                answer.getValue()
                        .get(deadline.remainingNanos(), TimeUnit.NANOSECONDS)
                        .forEach(open -> ids.add(open.transactionalId()));
            } catch (ExecutionException | TimeoutException e) {
                failures.put(answer.getKey(), e);
            }
        }
        return new Found(ids, failures);
    }

    @Override
    public Map<String, Exception> fence(Set<String> ids) throws InterruptedException {
        Map<String, Exception> failed = new TreeMap<>();
        for (Map.Entry<String, KafkaFuture<Void>> fencing :
                admin.fenceProducers(ids).fencedProducers().entrySet()) {
            try {
                // Each id has its own future: missing rights on one must not hide that others were fenced.
                fencing.getValue().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                failed.put(fencing.getKey(), e);
            }
        }
        return failed;
    }
}
