package dev.carillon.worker;

import dev.carillon.kit.admin.Health;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.topic.KafkaTopicBond;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopRhythm;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.lifecycle.StatefulService;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.intake.KafkaQueueTopics;
import dev.carillon.worker.presence.KafkaLeases;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One worker of one queue: the composition root. It may be started again after it was stopped. */
public final class WorkerService extends StatefulService {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(8);

    private final WorkerConfig config;
    private final TopicNames names;
    private final HandlerRegistry handlers;
    private final KafkaClients clients;
    private final Clock clock;
    private final MeterRegistry meters;

    private volatile @Nullable KafkaWorker running;
    private @Nullable Loop loop;
    private @Nullable Loop control;
    private @Nullable Loop presence;
    private @Nullable Loop leases;
    private final KafkaTopicBond topics;

    /**
     * A worker that is not started.
     *
     * @param handlers handlers in code; {@code http} and {@code shell} are added
     */
    public WorkerService(
            WorkerConfig config,
            TopicNames names,
            HandlerRegistry handlers,
            KafkaClients clients,
            Clock clock,
            MeterRegistry meters) {
        super("worker " + config.queue());
        this.config = config;
        this.names = names;
        this.handlers = handlers;
        this.clients = clients;
        this.clock = clock;
        this.meters = meters;
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
                there -> KafkaQueueTopics.needs(names, config.queue()),
                clients,
                clock);
        topics.whenFailed(this::fail);
    }

    @Override
    protected void startUp() throws Exception {
        topics.start();
    }

    @Override
    protected void shutDown(Duration within) {
        topics.stop(within);
    }

    private void startWork() throws Exception {
        KafkaWorker made = new KafkaWorker(config, names, handlers, clients, clock, meters);
        running = made;
        made.committer().open();
        String id = made.identity().worker().id();
        Loop controlLoop = new Loop("control-" + id, clock, made.control(), LoopRhythm.unpaused());
        control = controlLoop;
        controlLoop.start();
        Loop presenceLoop = new Loop("presence-" + id, clock, made.presence(), LoopRhythm.unpaused());
        presence = presenceLoop;
        presenceLoop.start();
        made.sendJoined();
        Loop leaseLoop = new Loop("leases-" + id, clock, made.leases(), LoopRhythm.every(KafkaLeases.EVERY));
        leases = leaseLoop;
        leaseLoop.start();
        Loop workLoop = new Loop("worker-" + id, clock, made.loop(), LoopRhythm.unpaused());
        workLoop.whenFailed(cause -> letGo(made, presenceLoop, leaseLoop, cause));
        loop = workLoop;
        workLoop.start();
    }

    /**
     * The polling thread has ended, and leaves the group. Leases would keep claims alive on which nothing works any
     * more, and heartbeats bring tasks here.
     */
    private void letGo(KafkaWorker broken, Loop presenceLoop, Loop leaseLoop, Throwable cause) {
        Deadline deadline = Deadline.in(CLOSE_WITHIN);
        broken.sendLeft(": " + cause.getMessage());
        stop(leaseLoop, deadline);
        stop(presenceLoop, deadline);
        topics.brokenBy(cause);
    }

    private void stopWork(Duration within) {
        Deadline deadline = Deadline.in(within);
        KafkaWorker stopping = running;
        // A polling thread that has failed settles nothing any more, so waiting for it would only delay the stop.
        if (stopping != null && loop != null && loop.state() == ServiceState.RUNNING) {
            stopping.drain().begin();
            Duration forWork = shorter(config.drain(), deadline.remaining().minus(reserve(within)));
            stopping.drain().await(forWork);
        }
        stop(loop, deadline);
        if (stopping != null) {
            stopping.sendLeft();
        }
        stop(control, deadline);
        stop(presence, deadline);
        stop(leases, deadline);
        if (stopping != null) {
            stopping.close();
        }
        running = null;
        loop = null;
        control = null;
        presence = null;
        leases = null;
    }

    /** The part of a stop's time that is kept for the last commit and for leaving the group. */
    private static Duration reserve(Duration within) {
        return shorter(CLOSE_WITHIN, within.dividedBy(2));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static void stop(@Nullable Loop stopping, Deadline deadline) {
        if (stopping != null) {
            stopping.stop(shorter(CLOSE_WITHIN, deadline.remaining()));
        }
    }

    /** The worker's id; null before the first start. */
    public @Nullable String workerId() {
        KafkaWorker now = running;
        return now == null ? null : now.identity().worker().id();
    }

    /** The conditions for starting tasks, by name: empty if the condition holds, else why it does not. */
    public Map<String, String> readiness() {
        KafkaWorker now = running;
        Health onTopics = topics.check();
        if (!onTopics.ok()) {
            return Map.of("topics", onTopics.words());
        }
        if (now == null || state() != ServiceState.RUNNING) {
            return Map.of("running", name() + " is " + state());
        }
        Map<String, String> checks = new LinkedHashMap<>();
        for (String check : KafkaWorker.CHECKS) {
            checks.put(check, now.whyNot(check));
        }
        return checks;
    }

    /** Whether all conditions for starting tasks hold. */
    public boolean isReady() {
        return readiness().values().stream().allMatch(String::isEmpty);
    }
}
