package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.QueueList;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.Service;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** Reads the list of topics every 10 s, and sooner on request, on a thread of its own. */
public final class KafkaQueues implements QueueTopics {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final Loop loop;
    private volatile QueueList list = new QueueList(Set.of(), Instant.MIN);

    public KafkaQueues(KafkaClients clients, TopicNames names, Clock clock) {
        this.loop = new Loop("collector-queues", clock, new Reading(clients, names), LoopRhythm.every(EVERY));
    }

    /** The loop that reads; the caller has to start and stop it. */
    public Service service() {
        return loop;
    }

    @Override
    public QueueList list() {
        return list;
    }

    @Override
    public void refreshSoon() {
        loop.poke();
    }

    private final class Reading implements LoopBody {
        private final KafkaClients clients;
        private final TopicNames names;
        private @Nullable Admin admin;

        private Reading(KafkaClients clients, TopicNames names) {
            this.clients = clients;
            this.names = names;
        }

        @Override
        public void begin() {
            admin = clients.admin("collector-queues");
        }

        @Override
        public void runOnce(Instant now) throws Exception {
            Admin current = admin;
            if (current != null) {
                Set<String> topics = current.listTopics().names().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
                list = new QueueList(names.queues(topics, list.names()), now);
            }
        }

        @Override
        public void end() {
            Admin old = admin;
            admin = null;
            if (old != null) {
                old.close(Duration.ZERO);
            }
        }
    }
}
