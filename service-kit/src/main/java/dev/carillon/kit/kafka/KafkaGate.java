package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** Starts once Kafka answers and has the topics, so that the services after it in a group find them. */
public final class KafkaGate extends StatefulService {
    private final KafkaClients clients;
    private final String namespace;
    private final List<String> needed;

    /**
     * A gate that starts when Kafka has some topics.
     *
     * @param namespace the prefix of the topics' names
     * @param needed the topics without which starting makes no sense
     */
    public KafkaGate(KafkaClients clients, String namespace, List<String> needed) {
        super("kafka");
        this.clients = clients;
        this.namespace = namespace;
        this.needed = List.copyOf(needed);
    }

    @Override
    protected void startUp() throws Exception {
        new KafkaReachability(clients.config(), SystemTime.pause(), SystemTime.ticker()).await();
        try (Admin admin = clients.admin("gate")) {
            if (!admin.listTopics().names().get().containsAll(needed)) {
                throw new CodedException(
                        KitErrorCode.TOPICS_NOT_READY,
                        "Kafka at " + clients.config().addresses() + " has no topics of the namespace " + namespace
                                + "; make them with: carillon topics create");
            }
        } catch (ExecutionException e) {
            throw new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE,
                    "Kafka at " + clients.config().addresses() + " did not list its topics: " + e.getCause(),
                    e);
        }
    }

    @Override
    protected void shutDown(Duration within) {
        // There is nothing to release.
    }
}
