package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** Lets the services behind it start once Kafka answers and has the topics; before, it says what it waits for. */
public final class KafkaGate extends StatefulService {
    private final KafkaClients clients;
    private final String namespace;
    private final List<String> needed;

    /**
     * A gate that opens when Kafka has some topics.
     *
     * @param namespace what stands before the names of all topics
     * @param needed the topics without which there is no use in starting
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
        // It holds nothing.
    }
}
