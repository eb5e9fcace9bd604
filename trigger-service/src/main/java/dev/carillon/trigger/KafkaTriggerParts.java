package dev.carillon.trigger;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.time.Deadline;
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
import dev.carillon.trigger.leadership.Leadership;
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
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;

/** The parts of a trigger from one start to the next stop; the next start builds new ones. */
final class KafkaTriggerParts {
    /** How long the intake waits for the end of {@code schedules} when it has read commands; outcomes wait too. */
    private static final int INTAKE_WAITS_MS = 500;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    private static final Duration START_WITHIN = Duration.ofSeconds(30);
    /** Long enough to wait until a full minute is over, when the most ticks are due. */
    private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(4);

    private static final Ticker TICKER = SystemTime.ticker();

    private final Environment environment;
    private final Lasting lasting;
    private final CuratorLeadership leadership;
    private final Admin admin;
    private final Dispatcher dispatcher;
    private final ServiceGroup loops;

    /**
     * What the parts are built with.
     *
     * @param instance the name of this trigger in events and in ZooKeeper
     */
    record Environment(
            TriggerConfig config,
            TopicNames names,
            KafkaClients clients,
            Clock clock,
            MeterRegistry meters,
            String instance) {}

    /** What outlives the parts, as its gauges are registered once. */
    record Lasting(LeaderStanding standing, LeaderMetrics metrics, PresenceMeters workers) {}

    /**
     * Connects to ZooKeeper and builds all parts. If that fails, what it has opened is closed again.
     *
     * @param whenBroken called with the error when a started part can't go on
     */
    static KafkaTriggerParts open(Environment environment, Lasting lasting, Consumer<Throwable> whenBroken)
            throws Exception {
        TriggerConfig config = environment.config();
        CuratorLeadership leadership = new CuratorLeadership(
                config.zookeeper(),
                CuratorLeadership.path(environment.names().namespace()),
                environment.instance(),
                config.latchSession(),
                config.zookeeperSecurity());
        try {
            leadership.connect(config.connectTimeout());
            Admin admin = environment.clients().admin("trigger");
            try {
                return new KafkaTriggerParts(environment, lasting, leadership, admin, whenBroken);
            } catch (Throwable e) {
                admin.close(CLOSE_WITHIN);
                throw e;
            }
        } catch (Throwable e) {
            leadership.close();
            throw e;
        }
    }

    private KafkaTriggerParts(
            Environment environment,
            Lasting lasting,
            CuratorLeadership leadership,
            Admin admin,
            Consumer<Throwable> whenBroken) {
        this.environment = environment;
        this.lasting = lasting;
        this.leadership = leadership;
        this.admin = admin;
        Inbox inbox = new Inbox();
        KafkaQueues queues = new KafkaQueues(admin, environment.names(), TICKER);
        FleetBuilder fleet = new FleetBuilder();
        KafkaAnnouncements announcements = announcements();
        Loop sweep = loop("trigger-sweep", sweep(), LoopRhythm.every(TransactionSweep.EVERY));
        this.dispatcher = new Dispatcher(
                new Dispatcher.Parts(
                        inbox,
                        leadership,
                        sliceLog(fleet),
                        new SlicePlanner(sliceRules(), queues),
                        new LeaderWatches(List.of(
                                lasting.standing(), lasting.metrics(), announcements, new PokedWhenLeading(sweep))),
                        new Dispatcher.Time(environment.clock(), TICKER, new Random())),
                Watermark.ONLY_SHARD,
                environment.config().sliceRecords());
        this.loops = new ServiceGroup(
                "trigger-loops",
                START_WITHIN,
                List.of(
                        loop("trigger-announcements", announcements, LoopRhythm.unpaused()),
                        loop("trigger-queues", queues, LoopRhythm.every(KafkaQueues.RENEWED_EVERY)),
                        loop("trigger-dispatch", dispatcher, LoopRhythm.unpaused()),
                        loop("trigger-intake", intake(inbox), LoopRhythm.unpaused()),
                        loop("trigger-presence", presence(announcements, fleet), LoopRhythm.unpaused()),
                        loop(
                                "trigger-latch",
                                new CuratorLatchWatch(leadership, environment.meters()),
                                LoopRhythm.every(CuratorLatchWatch.EVERY)),
                        sweep));
        loops.whenFailed(whenBroken);
    }

    private KafkaAnnouncements announcements() {
        return new KafkaAnnouncements(
                () -> environment.clients().producer("trigger-announcements"),
                environment.names(),
                environment.instance(),
                Watermark.ONLY_SHARD,
                lasting.standing(),
                environment.clock(),
                environment.meters());
    }

    private TransactionSweep sweep() {
        return new TransactionSweep(
                new KafkaOpenTransactions(admin),
                environment.names().namespace(),
                lasting.standing()::isLeading,
                environment.meters());
    }

    private KafkaSliceLog sliceLog(FleetBuilder fleet) {
        return new KafkaSliceLog(
                () -> environment
                        .clients()
                        .transactionalProducer(
                                "trigger-" + Watermark.ONLY_SHARD,
                                environment.names().namespace() + ".trigger." + Watermark.ONLY_SHARD),
                KafkaTopicEnds.through(admin),
                environment.names(),
                environment.instance(),
                new KafkaSliceLog.Time(environment.clock(), TICKER, SystemTime.finePause()),
                lasting.standing()::clockBehind,
                new Router(fleet, new Random(), new RoutingMeters(environment.meters())),
                environment.meters());
    }

    private SliceRules sliceRules() {
        TriggerConfig config = environment.config();
        return new SliceRules(
                Watermark.ONLY_SHARD,
                environment.instance(),
                config.grace(),
                config.idleWatermark(),
                Duration.ofSeconds(1));
    }

    private KafkaIntake intake(Inbox inbox) {
        KafkaTopicEnds soon = KafkaTopicEnds.through(admin, INTAKE_WAITS_MS);
        String schedules = environment.names().schedules();
        return new KafkaIntake(
                KafkaIntake.reading(environment.clients()),
                environment.names(),
                inbox,
                environment.clock(),
                () -> soon.of(schedules));
    }

    private KafkaPresenceWatch presence(KafkaAnnouncements announcements, FleetBuilder fleet) {
        return new KafkaPresenceWatch(
                () -> environment.clients().consumer("trigger-presence"),
                environment.names(),
                new KafkaPresenceWatch.Voice(
                        environment.instance(),
                        lasting.standing()::isLeading,
                        announcements::publish,
                        lasting.metrics()::unreadableSetting),
                fleet,
                TICKER,
                lasting.workers());
    }

    private Loop loop(String name, LoopBody body, LoopRhythm rhythm) {
        return new Loop(name, environment.clock(), body, rhythm);
    }

    /** After a start that throws, {@link #stop} has to be called too. */
    void start() throws Exception {
        loops.start();
    }

    /** Stops and closes everything. A leader hands over first, while everything still runs. */
    void stop(Duration within) {
        Deadline deadline = Deadline.in(within);
        if (lasting.standing().isLeading()) {
            Duration half = within.dividedBy(2);
            try {
                dispatcher.handOver(half.compareTo(HAND_OVER_WITHIN) < 0 ? half : HAND_OVER_WITHIN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // The caller wants to stop at once, so there is no hand-over.
            }
        }
        loops.stop(deadline.remaining());
        leadership.close();
        admin.close(CLOSE_WITHIN);
    }

    Leadership leadership() {
        return leadership;
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
