package dev.carillon.system.running;

import dev.carillon.collector.CollectorConfig;
import dev.carillon.collector.CollectorService;
import dev.carillon.console.ConsoleConfig;
import dev.carillon.console.ConsoleService;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.TriggerService;
import dev.carillon.worker.WorkerConfig;
import dev.carillon.worker.WorkerService;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the services through their composition roots, as the standalone program does. */
final class Services {
    /** As low as brokers allow by default, so that the death of a service is noticed soon. */
    private static final Duration SESSION = Duration.ofSeconds(6);

    private static final Duration START_WITHIN = Duration.ofSeconds(60);

    private final TopicNames names;
    private final KafkaClients clients;
    private final Clock clock;
    private final Path data;
    private final AtomicInteger made = new AtomicInteger();

    private final String zooKeeper;
    private final MeterRegistry meters;

    Services(TopicNames names, KafkaClients clients, Clock clock, Path data, String zooKeeper, MeterRegistry meters) {
        this.meters = meters;
        this.zooKeeper = zooKeeper;
        this.names = names;
        this.clients = clients;
        this.clock = clock;
        this.data = data;
    }

    Slot trigger() {
        TriggerConfig config = TriggerConfig.DEFAULT.withZookeeper(zooKeeper);
        return new Slot(() -> new TriggerService(config, names, clients, clock, meters));
    }

    Slot worker(Bells bells) {
        return new Slot(() -> new WorkerService(
                WorkerConfig.defaults()
                        .withId("worker-" + made.incrementAndGet())
                        .withShell(true)
                        .withTimes(Duration.ofSeconds(5), SESSION),
                names,
                bells.handlers(),
                clients,
                clock,
                meters));
    }

    /** A console on any free port, with its own history. */
    Slot console() {
        ConsoleConfig config = new ConsoleConfig("loopback", 0, 8, 10);
        HistoryConfig history = HistoryConfig.DEFAULT.withDir(
                data.resolve("console-" + made.incrementAndGet()).toString());
        return new Slot(() -> new ConsoleService(config, history, names, clients, clock, meters));
    }

    Slot collector() {
        Path state = data.resolve("collector-" + made.incrementAndGet());
        CollectorConfig config =
                new CollectorConfig(state.toString(), 1, Duration.ofMillis(50), SESSION, 0, 1_000_000, START_WITHIN);
        return new Slot(() -> new CollectorService(config, names, clients, clock, meters));
    }
}
