package dev.carillon.console;

import dev.carillon.client.KafkaConnector;
import dev.carillon.console.api.JavalinServer;
import dev.carillon.console.api.Listening;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.ingest.KafkaTopicSource;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.console.live.FreshnessNews;
import dev.carillon.console.live.LiveStream;
import dev.carillon.console.overdue.KafkaTelling;
import dev.carillon.console.overdue.OverdueWatch;
import dev.carillon.console.topics.TopicDesk;
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

/** The console: fills the history, tells what changes, and serves REST and the page. It needs no Kafka to be there. */
public final class ConsoleService extends StatefulService {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleService.class);
    private static final Duration START_WITHIN = Duration.ofSeconds(30);
    private static final Duration WRITE_WITHIN = Duration.ofSeconds(15);
    /** Looking at a whole cluster reads more. */
    private static final Duration LOOK_WITHIN = Duration.ofSeconds(30);

    /** Whoever waits for Kafka is not to wait for us when it is back. */
    private static final LoopRhythm READING =
            LoopRhythm.unpaused().withBackoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    private static final int RADIX = 36;

    private final ConsoleConfig config;
    private final HistoryConfig historyConfig;
    private final TopicNames names;
    private final KafkaClients clients;
    private final Neighbours neighbours;
    private final Clock clock;
    private final MeterRegistry meters;
    private final ReadBack readBack = new ReadBack();
    private final IdempotencyKeys once = new IdempotencyKeys();
    private final LiveStream live;
    private volatile @Nullable Running running;

    /** What is there while it runs. */
    private record Running(
            SqliteHistory history,
            ServiceGroup loops,
            List<TopicDesk> desks,
            @Nullable JavalinServer server) {
        Running serving(JavalinServer opened) {
            return new Running(history, loops, desks, opened);
        }
    }

    public ConsoleService(
            ConsoleConfig config,
            HistoryConfig historyConfig,
            TopicNames names,
            KafkaClients clients,
            Neighbours neighbours,
            Clock clock,
            MeterRegistry meters) {
        super("console");
        this.config = config;
        this.historyConfig = historyConfig;
        this.names = names;
        this.clients = clients;
        this.neighbours = neighbours;
        this.clock = clock;
        this.meters = meters;
        this.live =
                new LiveStream(Long.toString(clock.millis(), RADIX), config.streamClients(), this::freshness, meters);
    }

    @Override
    protected void startUp() throws Exception {
        Listening listening = Listening.at(config.bind(), config.port(), config.threads());
        SqliteHistory history = openHistory();
        history.ingest().whenChanged(live);
        history.ingest().whenChanged(readBack);
        TopicDesk writing = desk("console-writing", WRITE_WITHIN);
        TopicDesk looking = desk("console-looking", LOOK_WITHIN);
        TopicDesk noting = desk("console-noting", LOOK_WITHIN);
        ConsoleResources resources = new ConsoleResources(neighbours, names, clients, clock, readBack, once, live);
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
                        new Loop("console-freshness", clock, live.freshness(), LoopRhythm.every(FreshnessNews.ROUND))));
        loops.whenFailed(this::fail);
        Running made = new Running(history, loops, List.of(writing, looking, noting), null);
        running = made;
        loops.start();
        JavalinServer server =
                JavalinServer.open(listening, resources.over(history, writing, looking, noting), SystemTime.ticker());
        running = made.serving(server);
        LOG.info("page and REST at http://{}:{}", listening.host(), server.port());
    }

    private SqliteHistory openHistory() {
        try {
            return SqliteHistory.open(historyConfig, names, () -> new KafkaTopicSource(clients, names), clock, meters);
        } catch (HistoryException e) {
            // One line with the fix, as all that a process can't start without is told.
            throw new CodedException(KitErrorCode.CONFIG_BAD_VALUE, e.oneLine(), e);
        }
    }

    private OverdueWatch overdue(SqliteHistory history) {
        return new OverdueWatch(
                history.silence(),
                () -> new KafkaTelling(clients, names.events()),
                historyConfig.overdueAfter(),
                name(),
                meters);
    }

    private TopicDesk desk(String name, Duration answerWithin) {
        return new TopicDesk(name, () -> new KafkaConnector().open(clients.config()), this::whyGone, answerWithin);
    }

    /** Where the page is; while it is not served, the port that it will ask for. */
    public int port() {
        Running now = running;
        return now == null || now.server() == null
                ? config.port()
                : now.server().port();
    }

    private Freshness freshness() {
        Running now = running;
        return now == null
                ? new Freshness(null, -1, false, null)
                : now.history().ingest().freshness();
    }

    private String whyGone() {
        return ConsoleHealth.whyGone(freshness(), clients.config().addresses());
    }

    /** The conditions under which it is ready, by name. */
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
        stopped.desks().forEach(TopicDesk::close);
        stopped.loops().stop(within);
        stopped.history().close();
    }
}
