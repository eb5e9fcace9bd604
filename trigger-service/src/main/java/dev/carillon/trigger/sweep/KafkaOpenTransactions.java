package dev.carillon.trigger.sweep;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;

/** Open transactions through Kafka's admin client. */
public final class KafkaOpenTransactions implements OpenTransactions {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final Admin admin;

    public KafkaOpenTransactions(Admin admin) {
        this.admin = admin;
    }

    @Override
    public Set<String> openLongerThan(Duration time, String pattern) throws Exception {
        ListTransactionsOptions ongoing = new ListTransactionsOptions()
                .filterStates(List.of(TransactionState.ONGOING))
                .filterOnDuration(time.toMillis())
                .filterOnTransactionalIdPattern(pattern);
        return admin.listTransactions(ongoing).all().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS).stream()
                .map(TransactionListing::transactionalId)
                .collect(Collectors.toSet());
    }

    @Override
    public Map<String, Exception> fence(Set<String> ids) throws InterruptedException {
        Map<String, Exception> failed = new TreeMap<>();
        for (Map.Entry<String, KafkaFuture<Void>> fencing :
                admin.fenceProducers(ids).fencedProducers().entrySet()) {
            try {
                // Each id's own future: one without rights says nothing about the others.
                fencing.getValue().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                failed.put(fencing.getKey(), e);
            }
        }
        return failed;
    }
}
