package dev.carillon.worker;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.worker.control.CancelledKeys;
import dev.carillon.worker.control.KafkaControlReader;
import dev.carillon.worker.dedup.DedupWindow;
import dev.carillon.worker.dedup.KafkaMemoryReader;
import dev.carillon.worker.dedup.SeenAttempt;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.AttemptContext;
import dev.carillon.worker.execution.AttemptInterrupts;
import dev.carillon.worker.execution.Slots;
import dev.carillon.worker.handler.BuiltIn;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.intake.KafkaQueueTopics;
import dev.carillon.worker.intake.KafkaTaskSource;
import dev.carillon.worker.offset.KafkaCommitter;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.presence.ClockCheck;
import dev.carillon.worker.presence.KafkaLeases;
import dev.carillon.worker.presence.KafkaPresence;
import dev.carillon.worker.presence.WorkerIdentity;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Builds and connects the parts of a worker, for the time from one start to one stop. */
final class KafkaWorker {
    private static final String CONTROL = "control";
    private static final String CLOCK = "clock";
    private static final String SLOTS = "slots";
    /** The conditions under which tasks are started, by name. */
    static final List<String> CHECKS = List.of(CONTROL, CLOCK, "partitions", SLOTS);

    private static final int DEDUP_KEYS = 1_000_000;
    private static final Duration DEDUP_AGE = Duration.ofHours(1);
    private static final int CANCELLED_KEYS = 100_000;
    private static final Duration TRANSACTION = Duration.ofSeconds(10);
    /** A larger commit saves little, and delays its results. */
    private static final int LARGE_COMMIT = 2_000;

    private final WorkerIdentity identity;
    private final KafkaCommitter committer;
    private final KafkaControlReader control;
    private final KafkaPresence presence;
    private final KafkaMemoryReader memory;
    private final KafkaLeases leases;
    private final ClockCheck clockCheck;
    private final WorkerMeters meters;
    private final ReportRecords reports;
    private final ExecutorService threads;
    private final Inbox inbox;
    private final DedupWindow window;
    private final TaskFlow flow;
    private final FetchControl fetching;
    private final HeartbeatFigures figures;
    private final Drain drain;
    private final WorkerLoop loop;
    private final ClockPair clocks;

    private final int capacity;
    private volatile int leaked;

    KafkaWorker(
            WorkerConfig config,
            TopicNames names,
            HandlerRegistry ofUser,
            KafkaClients clients,
            Clock clock,
            MeterRegistry registry) {
        this.clocks = new ClockPair(clock, SystemTime.ticker());
        this.clockCheck = new ClockCheck(clock, SystemTime.ticker());
        this.capacity = config.concurrency();
        HandlerRegistry handlers = BuiltIn.addedTo(ofUser, config.shellEnabled(), config.httpPrivateAddresses());
        List<String> topics = names.ofQueue(config.queue());
        int partitions = KafkaQueueTopics.partitions(clients, names, config.queue());
        this.identity = HostName.identity(config, handlers, clock.instant());
        WorkerRef me = identity.worker();
        String id = me.id();
        this.meters = new WorkerMeters(registry, config.queue(), id);
        this.reports = new ReportRecords(names, partitions, me);
        PendingSettlements settlements = TaskFlow.settlements(reports, meters);

        this.presence = new KafkaPresence(
                () -> clients.producer("presence-" + id), names, identity, config.heartbeat(), clockCheck, clocks);
        meters.announcementsForgotten(presence::dropped);
        this.leases = new KafkaLeases(() -> clients.producer("leases-" + id), names, me);
        this.committer = new KafkaCommitter(
                "commit-" + id,
                () -> clients.transactionalProducer("commit-" + id, names.namespace() + ".worker." + id, TRANSACTION),
                SystemTime.pause(),
                this::commitsBroken);
        this.memory = KafkaMemoryReader.with(clients, "memory-" + id, names.results(), clockCheck::brokersNow);

        KafkaTaskSource source = new KafkaTaskSource(
                clients.groupConsumer(
                        "tasks-" + id,
                        names.namespace() + "." + config.queue(),
                        KafkaTaskSource.settings(config.sessionTimeout(), FetchControl.POLL)),
                topics);
        this.inbox = new Inbox(source::wakeUp, meters::defect);
        FinishedAttempts finished = new FinishedAttempts(inbox::wake, SystemTime.ticker());
        this.threads = Threads.perTask("task-" + id);
        this.window = new DedupWindow(DEDUP_AGE, DEDUP_KEYS);
        this.flow = new TaskFlow(
                new TaskFlow.Parts(
                        new Judge(names, config.queue(), partitions),
                        reports,
                        window,
                        new CancelledKeys(CANCELLED_KEYS),
                        finished,
                        presence,
                        meters),
                settlements,
                config.concurrency(),
                new AttemptInterrupts(threads),
                clocks);
        this.control = new KafkaControlReader(
                () -> clients.consumer("control-" + id, KafkaControlReader.SETTINGS),
                names.control(),
                flow::cancel,
                SystemTime.ticker());
        CommitCycle commits = new CommitCycle(
                settlements,
                committer,
                inbox,
                meters,
                SystemTime.ticker(),
                Math.max(1, Math.min(LARGE_COMMIT, config.buffer() / 4)));
        this.fetching = new FetchControl(
                settlements,
                new FetchRoom(config.buffer(), config.bufferBytes(), topics, names),
                flow.overflow(config.hold()),
                config,
                topics,
                new FetchControl.Conditions(control::isCaughtUp, clockCheck::isRight),
                numbers -> memory.read(numbers, this::earlierAttemptsRead));
        this.figures = new HeartbeatFigures(fetching, clocks.monotonic());
        this.drain = new Drain(inbox, flow, fetching, commits, clocks);
        Slots slots = new Slots(
                handlers,
                threads,
                attempt -> new AttemptContext(attempt, presence, reports, clocks),
                new NextAttempts(flow, fetching));
        this.loop = new WorkerLoop(
                source,
                flow,
                commits,
                fetching,
                new WorkerLoop.OtherThreads(inbox, finished, slots::start),
                drain,
                this::show,
                clocks);
    }

    /** What a thread in a slot does after a handler has returned. */
    private record NextAttempts(TaskFlow flow, FetchControl fetching) implements Slots.Chain {
        @Override
        public void returned(Attempt attempt, AttemptEnding ending) {
            flow.returned(attempt, ending);
        }

        @Override
        public @Nullable Attempt next() {
            return flow.next(fetching::gate);
        }
    }

    private void commitsBroken(Throwable cause) {
        inbox.post(() -> {
            throw new WorkerBroken("nothing can be committed any more: " + cause, cause);
        });
    }

    private void earlierAttemptsRead(Set<Integer> numbers, List<SeenAttempt> attempts) {
        inbox.post(() -> {
            attempts.forEach(one -> window.remember(one, clocks.nanos()));
            fetching.earlierAttemptsRead(numbers);
        });
    }

    private void show(TaskFlow current) {
        leaked = current.scheduler().leaked();
        presence.show(figures.of(current, drain.isDraining()));
        leases.show(current.homesOfClaims());
        current.scheduler().sendNewLines();
    }

    /** Called once it reads commands, before it takes work. */
    void sendJoined() {
        sendEvent(EventType.WORKER_JOINED, "joined the queue " + identity.queue() + " with " + capacity + " slots");
    }

    /** Called at a clean stop only; a crash shows by missing heartbeats. */
    void sendLeft() {
        sendLeft("");
    }

    /** Called when it can't go on. */
    void sendLeft(String why) {
        sendEvent(EventType.WORKER_LEFT, "left the queue " + identity.queue() + why);
    }

    private void sendEvent(EventType type, String message) {
        presence.offer(reports.event(type, identity.worker().id(), clocks.instant(), message));
    }

    /** Why this condition does not hold; empty when it does. */
    String whyNot(String check) {
        return switch (check) {
            case CONTROL ->
                control.isCaughtUp() ? "" : "the cancellations in control can't be read, so nothing is started";
            case CLOCK -> clockCheck.whyNot();
            case SLOTS ->
                leaked < capacity
                        ? ""
                        : "all slots are taken by " + leaked
                                + " handlers that still run though their attempts have ended";
            default ->
                fetching.numbersDiffer()
                        ? "different partition numbers of the queue's topics are assigned, so nothing is fetched;"
                                + " run the same version on all workers of the queue"
                        : "";
        };
    }

    void close() {
        meters.close();
        memory.close();
        committer.close();
        threads.shutdown();
    }

    WorkerIdentity identity() {
        return identity;
    }

    KafkaCommitter committer() {
        return committer;
    }

    KafkaControlReader control() {
        return control;
    }

    KafkaPresence presence() {
        return presence;
    }

    KafkaLeases leases() {
        return leases;
    }

    WorkerLoop loop() {
        return loop;
    }

    Drain drain() {
        return drain;
    }
}
