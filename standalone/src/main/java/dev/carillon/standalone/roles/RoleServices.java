package dev.carillon.standalone.roles;

import dev.carillon.collector.CollectorConfig;
import dev.carillon.collector.CollectorService;
import dev.carillon.console.ConsoleConfig;
import dev.carillon.console.ConsoleService;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.admin.HealthChecks;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.TriggerService;
import dev.carillon.worker.WorkerConfig;
import dev.carillon.worker.WorkerService;
import dev.carillon.worker.handler.HandlerRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Creates the service of each role and registers its readiness checks. */
public final class RoleServices {
    /** The configuration records of all roles. */
    public static final List<Class<? extends Record>> CONFIGS = List.of(
            TriggerConfig.class, WorkerConfig.class, CollectorConfig.class, ConsoleConfig.class, HistoryConfig.class);

    private final Config config;
    private final TopicNames names;
    private final KafkaClients clients;
    private final Clock clock;
    private final MeterRegistry meters;
    private final HealthChecks health;

    public RoleServices(
            Config config,
            TopicNames names,
            KafkaClients clients,
            Clock clock,
            MeterRegistry meters,
            HealthChecks health) {
        this.config = config;
        this.names = names;
        this.clients = clients;
        this.clock = clock;
        this.meters = meters;
        this.health = health;
    }

    public StatefulService of(Role role) {
        return switch (role) {
            case TRIGGER -> trigger();
            case WORKER -> worker(config.get(WorkerConfig.class));
            case COLLECTOR -> collector();
            case CONSOLE -> console(config.get(ConsoleConfig.class));
        };
    }

    public StatefulService trigger() {
        TriggerService trigger = new TriggerService(config.get(TriggerConfig.class), names, clients, clock, meters);
        health.add("trigger", HealthCheck.running(trigger));
        health.add("trigger-topics", trigger.onTopics());
        return trigger;
    }

    public StatefulService collector() {
        CollectorService collector =
                new CollectorService(config.get(CollectorConfig.class), names, clients, clock, meters);
        collector.readiness().forEach(health::add);
        return collector;
    }

    public StatefulService worker(WorkerConfig workerConfig) {
        WorkerService worker = new WorkerService(workerConfig, names, HandlerRegistry.none(), clients, clock, meters);
        String name = workerConfig.id() == null ? "worker" : workerConfig.id();
        health.add(name, () -> health(worker.readiness()));
        return worker;
    }

    /** The console: history, REST and web page. */
    public ConsoleService console(ConsoleConfig consoleConfig) {
        ConsoleService console =
                new ConsoleService(consoleConfig, config.get(HistoryConfig.class), names, clients, clock, meters);
        console.readiness().forEach(health::add);
        return console;
    }

    private static Health health(Map<String, String> unmet) {
        List<String> reasons =
                unmet.values().stream().filter(why -> !why.isEmpty()).toList();
        return reasons.isEmpty() ? Health.good("tasks are started") : Health.bad(String.join("; ", reasons));
    }
}
