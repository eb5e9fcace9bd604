package dev.carillon.collector;

import dev.carillon.collector.partition.ClockGuard;
import dev.carillon.collector.partition.KafkaQueues;
import dev.carillon.collector.streams.StreamsApplication;
import dev.carillon.collector.streams.StreamsClockProbe;
import dev.carillon.collector.streams.StreamsSettings;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.topic.KafkaTopicBond;
import dev.carillon.kit.kafka.topic.TopicNeeds;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The collector: the composition root. */
public final class CollectorService extends StatefulService {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

    private final TopicNames names;
    private final Path stateDir;
    private final KafkaClients clients;
    private final StreamsApplication streams;
    private final ServiceGroup parts;
    private final ClockGuard guard;
    private final KafkaTopicBond topics;
    private volatile Set<String> queuesKnown = Set.of();

    public CollectorService(
            CollectorConfig config, TopicNames names, KafkaClients clients, Clock clock, MeterRegistry registry) {
        super("collector");
        this.names = names;
        this.stateDir = Path.of(config.stateDir());
        this.clients = clients;
        CollectorMeters meters = new CollectorMeters(registry);
        this.guard = new ClockGuard();
        KafkaQueues queues = new KafkaQueues(clients, names, clock);
        StreamsApplication.Plan plan = new StreamsApplication.Plan(
                names,
                config.closedKept(),
                queues,
                guard,
                meters,
                meters.unusableCommands()::increment,
                meters.forgottenCommands()::increment,
                meters.threadsReplaced()::increment);
        StreamsSettings settings = new StreamsSettings(
                StreamsSettings.applicationId(names),
                null,
                stateDir,
                config.threads(),
                config.commitInterval(),
                config.sessionTimeout(),
                config.standbyReplicas());
        this.streams = new StreamsApplication(new StreamsApplication.Setup(
                settings,
                clients.config(),
                StreamsClockProbe.settings(guard, clock),
                new StreamsApplication.Topics() {
                    @Override
                    public int partitions() throws Exception {
                        return CollectorService.this.partitions();
                    }

                    @Override
                    public boolean hold() {
                        return topics.hold();
                    }
                },
                plan,
                config.startTimeout(),
                clock));
        this.parts = new ServiceGroup("collector-parts", config.startTimeout(), List.of(queues.service(), streams));
        this.topics = new KafkaTopicBond(
                name(),
                new KafkaTopicBond.Bound() {
                    @Override
                    public void start() throws Exception {
                        parts.start();
                    }

                    @Override
                    public void stop(Duration within) {
                        parts.stop(within);
                    }
                },
                this::needs,
                clients,
                clock);
        streams.whenFailed(topics::brokenBy);
        topics.whenFailed(this::fail);
    }

    /** The conditions under which it is ready, by name. */
    public Map<String, HealthCheck> readiness() {
        Map<String, HealthCheck> checks = new LinkedHashMap<>();
        checks.put("collector", HealthCheck.running(this));
        checks.put("collector-topics", topics);
        checks.put("collector-streams", () -> new Health(streams.isWorking(), "streams are " + streams.condition()));
        checks.put("collector-clock", () -> new Health(guard.allowed(), guard.description()));
        return checks;
    }

    @Override
    protected void startUp() throws Exception {
        checkStateDir();
        topics.start();
    }

    private void checkStateDir() {
        try {
            if (!Files.isWritable(Files.createDirectories(stateDir))) {
                throw new IOException("it is not writable");
            }
        } catch (IOException e) {
            throw new CodedException(
                    KitErrorCode.CONFIG_BAD_VALUE,
                    "collector.state-dir " + stateDir + " can't be used (" + e.getMessage()
                            + "). Name a directory that this user may write with --collector.state-dir",
                    e);
        }
    }

    @Override
    protected void shutDown(Duration within) {
        topics.stop(within);
    }

    /**
     * {@code results}, {@code delayed} and the changelog must have equal numbers of partitions; a queue may have more.
     */
    private TopicNeeds needs(Set<String> there) {
        queuesKnown = names.queues(there, queuesKnown);
        List<String> released = queuesKnown.stream().map(names::released).toList();
        List<String> present = new ArrayList<>(List.of(
                names.results(),
                names.delayed(),
                names.control(),
                names.outcomes(),
                names.events(),
                names.deadLetters()));
        present.addAll(released);
        List<String> equal = List.of(names.results(), names.delayed(), StreamsSettings.changelog(names));
        return new TopicNeeds(present, equal, released, List.of(), Map.of());
    }

    /** The number of partitions that all data topics share. */
    private int partitions() throws Exception {
        List<String> needed = List.of(
                names.results(),
                names.delayed(),
                names.control(),
                names.outcomes(),
                names.events(),
                names.deadLetters());
        try (Admin admin = clients.admin("collector-start")) {
            Map<String, TopicDescription> found =
                    admin.describeTopics(needed).allTopicNames().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            int results = count(found, names.results());
            int delayed = count(found, names.delayed());
            if (results != delayed) {
                throw new CodedException(
                        KitErrorCode.TOPICS_NOT_READY,
                        names.results() + " has " + results + " partitions and " + names.delayed() + " has " + delayed
                                + "; all data topics need the same number. Delete them and create them again with:"
                                + " carillon topics create");
            }
            return results;
        } catch (TimeoutException e) {
            throw unreachable(e);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw unreachable(e);
            }
            throw new CodedException(
                    KitErrorCode.TOPICS_NOT_READY,
                    "the collector's topics do not exist (" + e.getCause()
                            + "). Create them with: carillon topics create",
                    e);
        }
    }

    private CodedException unreachable(Exception e) {
        String why = String.valueOf(e.getCause() == null ? e : e.getCause());
        return new CodedException(
                KitErrorCode.KAFKA_UNREACHABLE,
                "the collector got no answer from Kafka at " + clients.config().addresses() + " (" + why
                        + "). Start it, or name another with -b HOST:PORT (kafka.bootstrap-servers)",
                e);
    }

    private static int count(Map<String, TopicDescription> found, String topic) {
        TopicDescription description = found.get(topic);
        return description == null ? 0 : description.partitions().size();
    }
}
