package dev.carillon.system.crash;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/** The transactions that a killed process left open. */
final class OpenTransactions {
    private static final Set<TransactionState> OPEN =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);
    private static final long ANSWER_MILLIS = 500;

    private OpenTransactions() {}

    /** What the broker shows as soon as it answers, before anybody has ended it. */
    static List<String> whenBack(KafkaClients clients, Duration within) {
        AtomicReference<List<String>> found = new AtomicReference<>(List.of());
        Deadline deadline = Deadline.in(within);
        try (Admin admin = clients.admin("kill-test")) {
            Eventually.that("the broker is back", deadline.remaining(), () -> {
                ListTransactionsOptions options = new ListTransactionsOptions().filterStates(OPEN);
                found.set(admin.listTransactions(options).all().get(ANSWER_MILLIS, TimeUnit.MILLISECONDS).stream()
                        .map(TransactionListing::transactionalId)
                        .sorted()
                        .toList());
                return true;
            });
        }
        return Objects.requireNonNull(found.get());
    }
}
