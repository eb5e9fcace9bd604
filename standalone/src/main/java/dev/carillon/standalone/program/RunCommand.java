package dev.carillon.standalone.program;

import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.kit.admin.AdminConfig;
import dev.carillon.kit.admin.AdminServer;
import dev.carillon.kit.admin.HealthChecks;
import dev.carillon.kit.admin.ProcessMeters;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaGate;
import dev.carillon.kit.kafka.KafkaWatch;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.Service;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.lifecycle.StartedTogether;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.log.LogSetup;
import dev.carillon.kit.log.LogTarget;
import dev.carillon.kit.stop.RunUntilStopped;
import dev.carillon.kit.stop.StopConfig;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.roles.Role;
import dev.carillon.standalone.roles.RoleServices;
import dev.carillon.standalone.roles.ZookeeperGate;
import dev.carillon.trigger.TriggerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon run}: runs roles in this process, on an existing Kafka. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Run one or more roles in this process: trigger, worker, collector, console.",
        footer = {
            "",
            "It waits for Kafka and ZooKeeper, logs when they are away and when they return, and goes on by itself.",
            "Example: carillon run worker,collector --bootstrap kafka-1:9092"
        })
final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
    /** No real limit: the wait for Kafka may take any time, and each service limits its own start. */
    private static final Duration START_WITHIN = Duration.ofDays(365);

    private final ClusterSessions sessions;

    @Parameters(paramLabel = "ROLE", arity = "1..*", split = ",", description = "trigger, worker, collector, console.")
    private List<Role> roles = List.of();

    @Option(
            names = "--exit-if-unreachable",
            arity = "0..1",
            fallbackValue = "0s",
            paramLabel = "DURATION",
            description = "Exit with code 4 if Kafka or ZooKeeper does not answer within this time (0s if left out).")
    private @Nullable String exitIfUnreachable;

    RunCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (exitIfUnreachable != null) {
            sessions.override("kafka.give-up-after", exitIfUnreachable);
        }
        Config config = sessions.configOfProcess();
        LogSetup.install(config.get(LogConfig.class), LogTarget.STANDARD_OUTPUT);
        config.warning().ifPresent(LOG::warn);
        TopicNames names = config.get(TopicsConfig.class).names();
        HealthChecks health = new HealthChecks();
        Set<Role> wanted = EnumSet.copyOf(roles);
        try (ProcessMeters meters = new ProcessMeters()) {
            KafkaClients clients = new KafkaClients(config.get(KafkaConfig.class), meters.registry());
            RoleServices services = new RoleServices(
                    config, names, clients, sessions.environment().clock(), meters.registry(), health);
            List<StatefulService> roleServices = wanted.stream()
                    .filter(role -> role != Role.CONSOLE)
                    .map(services::of)
                    .toList();
            List<Service> all = new ArrayList<>();
            all.add(new AdminServer(config.get(AdminConfig.class), health, meters::scrape));
            if (wanted.contains(Role.CONSOLE)) {
                // Before the gate: without Kafka, the page still answers and shows that Kafka is unreachable.
                all.add(services.of(Role.CONSOLE));
            }
            if (!roleServices.isEmpty() || exitIfUnreachable != null) {
                all.add(new KafkaGate(clients, names.namespace(), List.of(names.schedules(), names.outcomes())));
            }
            KafkaWatch watch = new KafkaWatch(clients.config(), SystemTime.ticker());
            health.add("kafka", watch);
            all.add(new Loop(
                    "kafka-watch", sessions.environment().clock(), watch, LoopRhythm.every(KafkaWatch.LOOK_EVERY)));
            if (wanted.contains(Role.TRIGGER)) {
                all.add(new ZookeeperGate(config.get(TriggerConfig.class).zookeeper(), giveUpAfter(config)));
            }
            all.add(new StartedTogether("roles", roleServices));
            ServiceGroup group = new ServiceGroup("carillon", START_WITHIN, all);
            return RunUntilStopped.asProcess(group, config.get(StopConfig.class).drain());
        }
    }

    private static Duration giveUpAfter(Config config) {
        Duration giveUpAfter = config.get(KafkaConfig.class).giveUpAfter();
        return giveUpAfter == null ? START_WITHIN : giveUpAfter;
    }
}
