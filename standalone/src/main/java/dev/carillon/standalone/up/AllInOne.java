package dev.carillon.standalone.up;

import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.cli.topics.WantedTopics;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.client.log.TopicMaker;
import dev.carillon.console.ConsoleConfig;
import dev.carillon.console.ConsoleService;
import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import dev.carillon.kit.admin.AdminConfig;
import dev.carillon.kit.admin.AdminServer;
import dev.carillon.kit.admin.HealthChecks;
import dev.carillon.kit.admin.ProcessMeters;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaSecurity;
import dev.carillon.kit.lifecycle.StartedTogether;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.standalone.roles.RoleServices;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import dev.carillon.worker.WorkerConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts everything in one process: Kafka and ZooKeeper, the topics, every role, and the admin pages. */
final class AllInOne extends StatefulService {
    static final int KAFKA_PORT = 9092;
    static final int ZOOKEEPER_PORT = 2181;
    static final int ADMIN_PORT = 8650;
    static final int CONSOLE_PORT = 8080;

    /** Short, as the console has no running work to finish. */
    private static final Duration CONSOLE_STOP = Duration.ofSeconds(5);

    private final UpOptions options;
    private final DataPlace place;
    private final Function<Map<String, String>, Config> configWith;
    private final ClusterConnector connector;
    private final Clock clock;
    private final StartProgress progress;
    private final List<String> notices = new ArrayList<>();

    private @Nullable EmbeddedCluster cluster;
    private @Nullable ProcessMeters meters;
    private @Nullable AdminServer admin;
    private @Nullable StartedTogether roles;
    private @Nullable ConsoleService console;
    private @Nullable Config config;

    AllInOne(
            UpOptions options,
            DataPlace place,
            Function<Map<String, String>, Config> configWith,
            ClusterConnector connector,
            Clock clock,
            StartProgress progress) {
        super("carillon");
        this.options = options;
        this.place = place;
        this.configWith = configWith;
        this.connector = connector;
        this.clock = clock;
        this.progress = progress;
    }

    @Override
    protected void startUp() throws Exception {
        progress.step("starting ZooKeeper and Kafka");
        EmbeddedCluster started = EmbeddedCluster.start(clusterOptions());
        cluster = started;
        notices.addAll(started.notices());
        Config loaded = withoutSecurity(configWith.apply(settings(started)));
        config = loaded;
        progress.step("creating the topics");
        TopicsConfig topics = loaded.get(TopicsConfig.class);
        try (TopicMaker maker = connector.topics(loaded.get(KafkaConfig.class))) {
            maker.apply(WantedTopics.of(topics, List.of(QueueName.DEFAULT)));
        }
        progress.step("starting trigger, workers and collector");
        startRoles(loaded, topics);
    }

    /** The embedded cluster is local and has no authentication, so security settings of another cluster don't apply. */
    private static Config withoutSecurity(Config config) {
        return config.with(config.get(KafkaConfig.class).withSecurity(KafkaSecurity.NONE))
                .with(config.get(TriggerConfig.class).withZookeeperSecurity(ZookeeperSecurity.NONE));
    }

    private void startRoles(Config loaded, TopicsConfig topics) throws Exception {
        HealthChecks health = new HealthChecks();
        ProcessMeters registry = new ProcessMeters();
        meters = registry;
        KafkaClients clients = new KafkaClients(loaded.get(KafkaConfig.class), registry.registry());
        RoleServices services = new RoleServices(loaded, topics.names(), clients, clock, registry.registry(), health);
        List<StatefulService> all = new ArrayList<>();
        all.add(services.collector());
        for (int i = 1; i <= options.workers(); i++) {
            // The same ids after a restart, so that what a killed worker held is free at once.
            all.add(services.worker(loaded.get(WorkerConfig.class).withId("up-worker-" + i)));
        }
        all.add(services.trigger());
        admin = startAdmin(loaded.get(AdminConfig.class), health, registry);
        StartedTogether together = new StartedTogether("roles", all);
        together.whenFailed(this::fail);
        roles = together;
        together.start();
        if (options.console()) {
            progress.step("starting the console");
            console = startConsole(loaded, services);
        }
    }

    /** Starts last, so that no task waits for it; it misses nothing, as it reads the topics from their beginning. */
    private ConsoleService startConsole(Config loaded, RoleServices services) throws Exception {
        ConsoleConfig wanted = loaded.get(ConsoleConfig.class);
        int port = options.consolePort() != null ? options.consolePort() : wanted.port();
        ConsoleService service = services.console(wanted.withPort(port));
        service.whenFailed(this::fail);
        try {
            service.start();
            return service;
        } catch (CodedException e) {
            if (e.code() != KitErrorCode.PORT_TAKEN) {
                throw e;
            }
            ConsoleService moved = services.console(wanted.withPort(0));
            moved.whenFailed(this::fail);
            moved.start();
            notices.add("Port " + port + " is in use, so the page is at port " + moved.port() + ".");
            return moved;
        }
    }

    private AdminServer startAdmin(AdminConfig wanted, HealthChecks health, ProcessMeters registry) throws Exception {
        int port = options.adminPort() != null ? options.adminPort() : wanted.port() != 0 ? wanted.port() : ADMIN_PORT;
        AdminServer server = new AdminServer(new AdminConfig(wanted.host(), port), health, registry::scrape);
        try {
            server.start();
            return server;
        } catch (CodedException e) {
            if (e.code() != KitErrorCode.PORT_TAKEN) {
                throw e;
            }
            AdminServer moved = new AdminServer(new AdminConfig(wanted.host(), 0), health, registry::scrape);
            moved.start();
            notices.add("Port " + port + " is in use, so the admin pages are at port " + moved.port() + ".");
            return moved;
        }
    }

    private EmbeddedClusterOptions clusterOptions() {
        // A used directory keeps its ports, which clients know; a new one tries the default ports.
        boolean used = place.isUsed();
        return EmbeddedClusterOptions.in(place.path())
                .withKafkaPort(options.kafkaPort() != null ? options.kafkaPort() : used ? 0 : KAFKA_PORT)
                .withZooKeeperPort(
                        options.zooKeeperPort() != null ? options.zooKeeperPort() : used ? 0 : ZOOKEEPER_PORT);
    }

    private Map<String, String> settings(EmbeddedCluster started) {
        Map<String, String> settings = new LinkedHashMap<>(addresses(started));
        settings.put("collector.state-dir", place.path().resolve("collector").toString());
        settings.put("console.history.dir", place.path().resolve("console").toString());
        // Safe: the cluster listens on the loopback address, so only users of this machine can send tasks.
        settings.put("worker.shell.enabled", "true");
        return settings;
    }

    private static Map<String, String> addresses(EmbeddedCluster started) {
        return Map.of(
                "kafka.bootstrap-servers", started.bootstrapServers(), "trigger.zookeeper", started.zooKeeperConnect());
    }

    /** The settings that commands in other terminals need. */
    Map<String, String> addresses() {
        Map<String, String> all = new LinkedHashMap<>(addresses(cluster()));
        all.put("topics.namespace", config().get(TopicsConfig.class).namespace());
        return all;
    }

    EmbeddedCluster cluster() {
        if (cluster == null) {
            throw new IllegalStateException("the cluster is not started");
        }
        return cluster;
    }

    Config config() {
        if (config == null) {
            throw new IllegalStateException("the cluster is not started");
        }
        return config;
    }

    int adminPort() {
        return admin == null ? 0 : admin.port();
    }

    int consolePort() {
        return console == null ? 0 : console.port();
    }

    List<String> notices() {
        return notices;
    }

    @Override
    protected void shutDown(Duration within) {
        if (console != null) {
            console.stop(CONSOLE_STOP);
            console = null;
        }
        if (roles != null) {
            roles.stop(within);
            roles = null;
        }
        if (admin != null) {
            admin.stop(Duration.ofSeconds(1));
            admin = null;
        }
        if (meters != null) {
            meters.close();
            meters = null;
        }
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }
}
