package dev.carillon.trigger;

import dev.carillon.kit.admin.Health;
import dev.carillon.kit.admin.HealthCheck;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaReachability;
import dev.carillon.kit.kafka.topic.KafkaTopicBond;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.dispatch.Dispatcher;
import dev.carillon.trigger.dispatch.KafkaAnnouncements;
import dev.carillon.trigger.dispatch.KafkaQueues;
import dev.carillon.trigger.dispatch.KafkaSliceLog;
import dev.carillon.trigger.dispatch.KafkaTopicEnds;
import dev.carillon.trigger.dispatch.LeaderMetrics;
import dev.carillon.trigger.dispatch.LeaderStanding;
import dev.carillon.trigger.dispatch.LeaderState;
import dev.carillon.trigger.dispatch.LeaderWatch;
import dev.carillon.trigger.dispatch.LeaderWatches;
import dev.carillon.trigger.intake.Inbox;
import dev.carillon.trigger.intake.KafkaIntake;
import dev.carillon.trigger.leadership.CuratorLatchWatch;
import dev.carillon.trigger.leadership.CuratorLeadership;
import dev.carillon.trigger.meter.RoutingMeters;
import dev.carillon.trigger.presence.KafkaPresenceWatch;
import dev.carillon.trigger.presence.PresenceMeters;
import dev.carillon.trigger.routing.FleetBuilder;
import dev.carillon.trigger.routing.Router;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.build.SliceRules;
import dev.carillon.trigger.sweep.KafkaOpenTransactions;
import dev.carillon.trigger.sweep.TransactionSweep;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** The trigger: reads schedules, queues for leadership and, while it leads, turns ticks into tasks. */
public final class TriggerService extends StatefulService {

    /** How long the intake waits for the end of {@code schedules} when it has read commands; outcomes wait too. */
    private static final int INTAKE_WAITS_MS = 500;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    private static final Duration START_WITHIN = Duration.ofSeconds(30);

    private final TriggerConfig config;
    private final TopicNames names;
    private final KafkaClients clients;
    private final Clock clock;
    private final String instance = "trigger/" + UUID.randomUUID().toString().substring(0, 8);
    private final MeterRegistry meters;
    private final LeaderStanding standing = new LeaderStanding();
    private final LeaderMetrics metrics;
    private final PresenceMeters workers;
    private final KafkaTopicBond topics;
    private volatile @Nullable StartedTrigger running;

    public TriggerService(
            TriggerConfig config, TopicNames names, KafkaClients clients, Clock clock, MeterRegistry meters) {
        super("trigger");
        this.config = config;
        this.names = names;
        this.clients = clients;
        this.clock = clock;
        this.meters = meters;
        this.metrics = new LeaderMetrics(meters, clock, standing);
        this.workers = new PresenceMeters(meters);
        this.topics = new KafkaTopicBond(
                name(),
                new KafkaTopicBond.Bound() {
                    @Override
                    public void start() throws Exception {
                        startWork();
                    }

                    @Override
                    public void stop(Duration within) {
                        stopWork(within);
                    }
                },
                new KafkaTriggerTopics(names),
                clients,
                clock);
        topics.whenFailed(this::fail);
    }

    @Override
    protected void startUp() throws Exception {
        new KafkaReachability(clients.config(), SystemTime.pause(), SystemTime.ticker()).await(config.connectTimeout());
        topics.start();
    }

    @Override
    protected void shutDown(Duration within) {
        topics.stop(within);
    }

    private void startWork() throws Exception {
        Ticker ticker = SystemTime.ticker();
        CuratorLeadership leadership = new CuratorLeadership(
                config.zookeeper(),
                "/carillon/" + names.namespace() + "/trigger/" + Watermark.ONLY_SHARD + "/leader",
                instance,
                config.latchSession(),
                config.zookeeperSecurity());
        try {
            leadership.connect(config.connectTimeout());
        } catch (Exception e) {
            leadership.close();
            throw e;
        }
        Admin admin = clients.admin("trigger");
        Inbox inbox = new Inbox();
        KafkaTopicEnds soon = KafkaTopicEnds.through(admin, INTAKE_WAITS_MS);
        KafkaQueues queues = new KafkaQueues(admin, names, ticker);
        Runnable closeClients = () -> admin.close(CLOSE_WITHIN);
        running = new StartedTrigger(
                new ServiceGroup("trigger-loops", START_WITHIN, List.of()), leadership, closeClients, null);
        FleetBuilder builder = new FleetBuilder();
        SliceRules rules = new SliceRules(
                Watermark.ONLY_SHARD, instance, config.grace(), config.idleWatermark(), Duration.ofSeconds(1));
        KafkaSliceLog log = new KafkaSliceLog(
                () -> clients.transactionalProducer(
                        "trigger-" + Watermark.ONLY_SHARD, names.namespace() + ".trigger." + Watermark.ONLY_SHARD),
                KafkaTopicEnds.through(admin),
                names,
                instance,
                new KafkaSliceLog.Time(clock, ticker, SystemTime.finePause()),
                standing::clockBehind,
                new Router(builder, new Random(), new RoutingMeters(meters)),
                meters);
        KafkaAnnouncements announcements = new KafkaAnnouncements(
                () -> clients.producer("trigger-announcements"),
                names,
                instance,
                Watermark.ONLY_SHARD,
                standing,
                clock,
                meters);
        Loop sweep = new Loop(
                "trigger-sweep",
                clock,
                new TransactionSweep(new KafkaOpenTransactions(admin), names.namespace(), this::isLeading, meters),
                LoopRhythm.every(TransactionSweep.EVERY));
        Dispatcher dispatcher = new Dispatcher(
                new Dispatcher.Parts(
                        inbox,
                        leadership,
                        log,
                        new SlicePlanner(rules, queues),
                        new LeaderWatches(List.of(standing, metrics, announcements, new PokedWhenLeading(sweep))),
                        new Dispatcher.Time(clock, ticker, new Random())),
                Watermark.ONLY_SHARD,
                config.sliceRecords());
        KafkaPresenceWatch presence = new KafkaPresenceWatch(
                () -> clients.consumer("trigger-presence"),
                names,
                new KafkaPresenceWatch.Voice(
                        instance, this::isLeading, announcements::publish, metrics::unreadableSetting),
                builder,
                ticker,
                workers);
        ServiceGroup loops = new ServiceGroup(
                "trigger-loops",
                START_WITHIN,
                List.of(
                        new Loop("trigger-announcements", clock, announcements, LoopRhythm.unpaused()),
                        new Loop("trigger-queues", clock, queues, LoopRhythm.every(KafkaQueues.RENEWED_EVERY)),
                        new Loop("trigger-dispatch", clock, dispatcher, LoopRhythm.unpaused()),
                        new Loop(
                                "trigger-intake",
                                clock,
                                new KafkaIntake(
                                        KafkaIntake.reading(clients),
                                        names,
                                        inbox,
                                        clock,
                                        () -> soon.of(names.schedules())),
                                LoopRhythm.unpaused()),
                        new Loop("trigger-presence", clock, presence, LoopRhythm.unpaused()),
                        new Loop(
                                "trigger-latch",
                                clock,
                                new CuratorLatchWatch(leadership, meters),
                                LoopRhythm.every(CuratorLatchWatch.EVERY)),
                        sweep));
        loops.whenFailed(topics::brokenBy);
        running = new StartedTrigger(loops, leadership, closeClients, dispatcher);
        loops.start();
    }

    private void stopWork(Duration within) {
        StartedTrigger stopped = running;
        running = null;
        if (stopped != null) {
            stopped.stop(isLeading(), within);
        }
    }

    /** Whether this instance leads right now. */
    public boolean isLeading() {
        return standing.isLeading();
    }

    /** Whether the topics are as the trigger needs them. */
    public HealthCheck onTopics() {
        return topics;
    }

    /** The health checks of the trigger by name. */
    public Map<String, HealthCheck> healthChecks() {
        Map<String, HealthCheck> checks = new LinkedHashMap<>();
        checks.put("trigger runs", HealthCheck.running(this));
        checks.put("trigger has its topics", topics);
        checks.put("trigger reaches ZooKeeper", () -> {
            StartedTrigger now = running;
            String refused = now == null ? null : now.leadership().refused();
            if (refused != null) {
                return Health.bad(refused);
            }
            boolean connected = now != null && now.leadership().isConnected();
            return new Health(connected, (connected ? "connected to " : "no connection to ") + config.zookeeper());
        });
        checks.put(
                "trigger's clock agrees with Kafka's", () -> new Health(standing.clockAgrees(), standing.clockWords()));
        checks.put("trigger leads or stands by", () -> switch (standing.state()) {
            case LEADING -> new Health(true, "this instance leads");
            case READING -> Health.bad("reading the schedules before it stands by: " + metrics.known() + " so far");
            case STANDBY -> new Health(true, "this instance stands by; another one leads, or none yet");
            case TAKING_OVER -> new Health(true, "this instance was elected and reads what the last leader committed");
            case LEFT -> new Health(false, "this instance is stopping, and no longer leads");
            case RESTING -> new Health(false, "its term ended with an error, see the log; it queues again soon");
        });
        return checks;
    }

    /** A dead leader may have left a transaction open, which holds up all readers, so a new one looks at once. */
    private record PokedWhenLeading(Loop sweep) implements LeaderWatch {
        @Override
        public void became(LeaderState next) {
            if (next == LeaderState.LEADING) {
                sweep.poke();
            }
        }
    }
}
