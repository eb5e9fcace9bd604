package dev.carillon.standalone.roles;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaReachability;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;

/** Lets the services behind it start once Kafka answers and has the topics; before, it says what it waits for. */
public final class KafkaGate extends StatefulService {
    private final KafkaClients clients;
    private final TopicNames names;

    public KafkaGate(KafkaClients clients, TopicNames names) {
        super("kafka");
        this.clients = clients;
        this.names = names;
    }

    @Override
    protected void startUp() throws Exception {
        new KafkaReachability(clients.config(), SystemTime.pause(), SystemTime.ticker()).await();
        try (Admin admin = clients.admin("gate")) {
            Set<String> topics = admin.listTopics().names().get();
            if (!topics.contains(names.schedules()) || !topics.contains(names.outcomes())) {
                throw new CodedException(
                        KitErrorCode.TOPICS_NOT_READY,
                        "Kafka at " + clients.config().addresses() + " has no topics of the namespace "
                                + names.namespace() + "; make them with: carillon topics create");
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
