package dev.carillon.system.crash;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Eventually;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Finds the transactions that a killed process left open. */
final class OpenTransactions {
    private static final Set<TransactionState> OPEN =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);
    private static final long ANSWER_MILLIS = 500;

    private OpenTransactions() {}

    /** The open transactions that the broker lists at its first answer, before a service aborts them. */
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

    /**
     * Partitions whose last records stay hidden though the coordinator has no open transaction: its markers were not
     * written, and never will be.
     */
    static List<TopicPartition> hanging(KafkaClients clients) throws Exception {
        try (Admin admin = clients.admin("kill-test")) {
            ListTransactionsOptions open = new ListTransactionsOptions().filterStates(OPEN);
            if (!answer(admin.listTransactions(open).all()).isEmpty()) {
                return List.of();
            }
            Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
            Set<String> topics = answer(admin.listTopics().names());
            answer(admin.describeTopics(topics).allTopicNames()).forEach((topic, description) -> description
                    .partitions()
                    .forEach(info -> latest.put(new TopicPartition(topic, info.partition()), OffsetSpec.latest())));
            Map<TopicPartition, ListOffsetsResultInfo> visible = ends(admin, latest, IsolationLevel.READ_COMMITTED);
            Map<TopicPartition, ListOffsetsResultInfo> written = ends(admin, latest, IsolationLevel.READ_UNCOMMITTED);
            return latest.keySet().stream()
                    .filter(partition -> offset(visible, partition) < offset(written, partition))
                    .toList();
        }
    }

    private static Map<TopicPartition, ListOffsetsResultInfo> ends(
            Admin admin, Map<TopicPartition, OffsetSpec> latest, IsolationLevel level) throws Exception {
        return answer(admin.listOffsets(latest, new ListOffsetsOptions(level)).all());
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> ends, TopicPartition partition) {
        ListOffsetsResultInfo end = ends.get(partition);
        return end == null ? 0 : end.offset();
    }

    private static <T> T answer(KafkaFuture<T> future) throws Exception {
        return future.get(10 * ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    }
}
