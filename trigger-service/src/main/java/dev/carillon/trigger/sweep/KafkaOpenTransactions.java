package dev.carillon.trigger.sweep;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

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
    public void fence(Set<String> ids) throws Exception {
        admin.fenceProducers(ids).all().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    }
}
