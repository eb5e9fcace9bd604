package dev.carillon.console;

import dev.carillon.client.log.KafkaConnector;
import dev.carillon.console.api.JavalinServer;
import dev.carillon.console.api.ListenSettings;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.ingest.KafkaTopicSource;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.console.live.FreshnessWatch;
import dev.carillon.console.live.LiveStream;
import dev.carillon.console.overdue.KafkaOverdueEvents;
import dev.carillon.console.overdue.OverdueWatch;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The console: fills the history, streams its changes, and serves REST and the page. It starts without Kafka. */
public final class ConsoleService extends StatefulService {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleService.class);
    private static final Duration START_WITHIN = Duration.ofSeconds(30);
    private static final Duration WRITE_WITHIN = Duration.ofSeconds(15);
    /** A status of the whole cluster reads many records. */
    private static final Duration SCAN_WITHIN = Duration.ofSeconds(30);

    /** The backoff is short, so that the history goes on within 2 s once Kafka is back. */
    private static final LoopRhythm READING =
            LoopRhythm.unpaused().withBackoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    private static final int RADIX = 36;

    private final ConsoleConfig config;
    private final HistoryConfig historyConfig;
    private final TopicNames names;
    private final KafkaClients clients;
    private final Clock clock;
    private final MeterRegistry meters;
    private final ReadBack readBack = new ReadBack();
    private final IdempotencyKeys idempotencyKeys = new IdempotencyKeys();
    private final LiveStream live;
    private volatile @Nullable Running running;

    /** What {@link #shutDown} has to close. */
    private record Running(
            SqliteHistory history,
            ServiceGroup loops,
            List<KafkaSession> sessions,
            @Nullable JavalinServer server) {
        Running serving(JavalinServer opened) {
            return new Running(history, loops, sessions, opened);
        }
    }

    public ConsoleService(
            ConsoleConfig config,
            HistoryConfig historyConfig,
            TopicNames names,
            KafkaClients clients,
            Clock clock,
            MeterRegistry meters) {
        super("console");
        this.config = config;
        this.historyConfig = historyConfig;
        this.names = names;
        this.clients = clients;
        this.clock = clock;
        this.meters = meters;
        this.live =
                new LiveStream(Long.toString(clock.millis(), RADIX), config.streamClients(), this::freshness, meters);
    }

    @Override
    protected void startUp() throws Exception {
        ListenSettings settings = ListenSettings.at(config.bind(), config.port(), config.threads());
        SqliteHistory history = openHistory();
        history.ingest().whenChanged(live);
        history.ingest().whenChanged(readBack);
        KafkaSession writes = session("console-writing", WRITE_WITHIN);
        KafkaSession scans = session("console-looking", SCAN_WITHIN);
        KafkaSession markers = session("console-noting", SCAN_WITHIN);
        ConsoleResources resources = new ConsoleResources(names, clients, clock, readBack, idempotencyKeys, live);
        ServiceGroup loops = new ServiceGroup(
                "console-loops",
                START_WITHIN,
                List.of(
                        new Loop(
                                "console-history",
                                clock,
                                history.ingest(),
                                READING,
                                ConsoleHealth.failures(this::whyGone)),
                        new Loop(
                                "console-overdue",
                                clock,
                                overdue(history),
                                LoopRhythm.every(OverdueWatch.EVERY),
                                ConsoleHealth.failures(this::whyGone)),
                        new Loop("console-stream", clock, live, LoopRhythm.every(LiveStream.ROUND)),
                        new Loop(
                                "console-freshness", clock, live.freshness(), LoopRhythm.every(FreshnessWatch.ROUND))));
        loops.whenFailed(this::fail);
        Running loopsOnly = new Running(history, loops, List.of(writes, scans, markers), null);
        running = loopsOnly;
        loops.start();
        JavalinServer server =
                JavalinServer.open(settings, resources.create(history, writes, scans, markers), SystemTime.ticker());
        running = loopsOnly.serving(server);
        LOG.info("page and REST at http://{}:{}", settings.host(), server.port());
    }

    private SqliteHistory openHistory() {
        try {
            return SqliteHistory.open(historyConfig, names, () -> new KafkaTopicSource(clients, names), clock, meters);
        } catch (HistoryException e) {
            // A coded failure at the start is shown as one line with its fix.
            throw new CodedException(KitErrorCode.CONFIG_BAD_VALUE, e.oneLine(), e);
        }
    }

    private OverdueWatch overdue(SqliteHistory history) {
        return new OverdueWatch(
                history.overdueQuery(),
                () -> new KafkaOverdueEvents(clients, names.events()),
                historyConfig.overdueAfter(),
                name(),
                meters);
    }

    private KafkaSession session(String name, Duration answerWithin) {
        return new KafkaSession(name, () -> new KafkaConnector().open(clients.config()), this::whyGone, answerWithin);
    }

    /** Port of the page; before the server listens, the configured one. */
    public int port() {
        Running now = running;
        return now == null || now.server() == null
                ? config.port()
                : now.server().port();
    }

    private HistoryFreshness freshness() {
        Running now = running;
        return now == null
                ? new HistoryFreshness(null, -1, false, null)
                : now.history().ingest().freshness();
    }

    private String whyGone() {
        return ConsoleHealth.whyGone(freshness(), clients.config().addresses());
    }

    /** The readiness checks by name. */
    public Map<String, HealthCheck> readiness() {
        Map<String, HealthCheck> checks = new LinkedHashMap<>();
        checks.put(
                "console",
                () -> state() == ServiceState.RUNNING
                        ? Health.good("page and REST at port " + port())
                        : Health.bad("console is " + state()));
        checks.put("history", () -> ConsoleHealth.history(running != null, freshness(), whyGone()));
        return checks;
    }

    @Override
    protected void shutDown(Duration within) {
        Running stopped = running;
        running = null;
        if (stopped == null) {
            return;
        }
        if (stopped.server() != null) {
            stopped.server().close();
        }
        stopped.sessions().forEach(KafkaSession::close);
        stopped.loops().stop(within);
        stopped.history().close();
    }
}
