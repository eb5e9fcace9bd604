package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.kit.kafka.KafkaClients;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * Kills a process in the middle of a transaction. A suspended process changes nothing: this suspends it at any moment,
 * and kills it if the broker then lists an open transaction of it; otherwise the process continues, and this tries
 * again.
 */
final class KafkaDeath implements AutoCloseable {
    private static final int MOST_LOOKS = 400;
    /** No multiple of any commit interval. */
    private static final long AWAKE_MILLIS = 37;
    /** A transaction that its owner was about to end when it was suspended has ended after this time. */
    private static final long END_MILLIS = 20;

    /** The process may first have to catch up with other work. */
    private static final Duration FIRST_MET_WITHIN = Duration.ofMinutes(3);

    private final Admin admin;
    private final String id;
    private final String topic;
    private int looks;

    /**
     * Finds an open transaction.
     *
     * @param id prefix of the transactional id
     * @param topic a topic that the transaction has to touch
     */
    KafkaDeath(KafkaClients clients, String id, String topic) {
        this.admin = clients.admin("death");
        this.id = id;
        this.topic = topic;
    }

    /** When the process was suspended before its death; {@link Instant#MAX} if it was never found in a transaction. */
    Instant of(RoleProcess process, Clock clock) throws Exception {
        boolean meets = KafkaTickWatch.comes(FIRST_MET_WITHIN, this::isOpenNow);
        while (meets && looks++ < MOST_LOOKS) {
            Instant asleep = clock.instant();
            process.signal("STOP");
            TimeUnit.MILLISECONDS.sleep(END_MILLIS);
            if (isOpenNow()) {
                process.kill();
                if (isOpen()) {
                    return asleep;
                }
                throw new IllegalStateException("the transaction of " + process + " ended after its death");
            }
            process.signal("CONT");
            TimeUnit.MILLISECONDS.sleep(AWAKE_MILLIS);
        }
        return Instant.MAX;
    }

    private boolean isOpenNow() {
        try {
            return isOpen();
        } catch (ExecutionException e) {
            return false; // The transaction may have ended between the two requests.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    int looks() {
        return looks;
    }

    private boolean isOpen() throws ExecutionException, InterruptedException {
        List<String> open = admin
                .listTransactions(new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                .all()
                .get()
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(name -> name.startsWith(id))
                .toList();
        return !open.isEmpty()
                && admin.describeTransactions(open).all().get().values().stream()
                        .anyMatch(this::touches);
    }

    private boolean touches(TransactionDescription transaction) {
        return transaction.state() == TransactionState.ONGOING
                && transaction.topicPartitions().stream()
                        .anyMatch(partition -> partition.topic().equals(topic));
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
