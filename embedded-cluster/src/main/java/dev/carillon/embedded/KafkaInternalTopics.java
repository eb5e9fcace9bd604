package dev.carillon.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the topics in which a new broker keeps group offsets and transactions, before a client needs them.
 *
 * <p>Otherwise the broker creates them for the first group or transaction; until they exist, each client repeats its
 * request every few milliseconds, and the broker logs a warning each time.
 */
final class KafkaInternalTopics {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaInternalTopics.class);
    private static final String OFFSETS = "__consumer_offsets";
    private static final String TRANSACTIONS = "__transaction_state";
    private static final int TIMEOUT_SECONDS = 10;
    private static final short ONE_REPLICA = 1;

    private KafkaInternalTopics() {}

    static void createUnlessPresent(Path directory, Map<String, String> settings) {
        if (Files.exists(directory.resolve(TRANSACTIONS + "-0")) && Files.exists(directory.resolve(OFFSETS + "-0"))) {
            return;
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers(settings)))) {
            admin.createTopics(List.of(offsets(settings), transactions(settings)))
                    .all()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Safe: the broker creates them itself when they are needed.
            LOG.warn("The embedded broker's internal topics could not be created in advance: {}", e.toString());
        }
    }

    private static NewTopic offsets(Map<String, String> settings) {
        return topic(OFFSETS, setting(settings, "offsets.topic.num.partitions"))
                .configs(Map.of(
                        "cleanup.policy", "compact",
                        "compression.type", "producer",
                        "segment.bytes", setting(settings, "offsets.topic.segment.bytes")));
    }

    private static NewTopic transactions(Map<String, String> settings) {
        return topic(TRANSACTIONS, setting(settings, "transaction.state.log.num.partitions"))
                .configs(Map.of(
                        "cleanup.policy", "compact",
                        "compression.type", "uncompressed",
                        "unclean.leader.election.enable", "false",
                        "min.insync.replicas", setting(settings, "transaction.state.log.min.isr"),
                        "segment.bytes", setting(settings, "transaction.state.log.segment.bytes")));
    }

    private static NewTopic topic(String name, String partitions) {
        return new NewTopic(name, Integer.parseInt(partitions), ONE_REPLICA);
    }

    private static String bootstrapServers(Map<String, String> settings) {
        String first = setting(settings, "advertised.listeners").replaceFirst(",.*", "");
        return first.substring((KafkaSettings.BROKER_LISTENER + "://").length());
    }

    private static String setting(Map<String, String> settings, String key) {
        return Objects.requireNonNull(settings.get(key), key);
    }
}
