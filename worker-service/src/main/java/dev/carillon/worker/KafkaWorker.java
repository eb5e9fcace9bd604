package dev.carillon.worker;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.control.Cancellations;
import dev.carillon.worker.control.KafkaControlReader;
import dev.carillon.worker.dedup.DedupWindow;
import dev.carillon.worker.dedup.KafkaMemoryReader;
import dev.carillon.worker.dedup.Memory;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.AttemptContext;
import dev.carillon.worker.execution.Slots;
import dev.carillon.worker.handler.BuiltIn;
import dev.carillon.worker.handler.Handlers;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.intake.KafkaQueueTopics;
import dev.carillon.worker.intake.KafkaTaskSource;
import dev.carillon.worker.offset.KafkaCommitter;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.presence.ClockCheck;
import dev.carillon.worker.presence.Identity;
import dev.carillon.worker.presence.KafkaLeases;
import dev.carillon.worker.presence.KafkaPresence;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.report.Reports;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** The parts of a worker from one start to one stop, put together. */
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
    /** A larger commit gains little, and takes longer to stand. */
    private static final int LARGE_COMMIT = 2_000;

    private final Identity identity;
    private final KafkaCommitter committer;
    private final KafkaControlReader control;
    private final KafkaPresence presence;
    private final KafkaMemoryReader memory;
    private final KafkaLeases leases;
    private final ClockCheck clockCheck;
    private final WorkerMeters meters;
    private final Reports reports;
    private final ExecutorService threads;
    private final Inbox inbox;
    private final DedupWindow window;
    private final TaskFlow flow;
    private final Intake intake;
    private final HeartbeatFigures figures;
    private final Drain drain;
    private final WorkerLoop loop;
    private final Clock clock;

    private final int capacity;
    private volatile int leaked;

    KafkaWorker(
            WorkerConfig config,
            TopicNames names,
            Handlers ofUser,
            KafkaClients clients,
            Clock clock,
            MeterRegistry registry) {
        this.clock = clock;
        this.clockCheck = new ClockCheck(clock, SystemTime.ticker());
        this.capacity = config.concurrency();
        Handlers handlers = BuiltIn.addedTo(ofUser, config.shellEnabled(), config.httpPrivateAddresses(), clock);
        List<String> topics = names.ofQueue(config.queue());
        int partitions = KafkaQueueTopics.partitions(clients, names, config.queue());
        this.identity = Hosts.identity(config, handlers, clock.instant());
        WorkerRef me = identity.worker();
        String id = me.id();
        this.meters = new WorkerMeters(registry, config.queue(), id);
        this.reports = new Reports(names, partitions, me);
        Settlements settlements = TaskFlow.settlements(reports, meters);

        this.presence = new KafkaPresence(
                () -> clients.producer("presence-" + id), names, identity, config.heartbeat(), clockCheck, clock);
        meters.announcementsForgotten(presence::forgotten);
        this.leases = new KafkaLeases(() -> clients.producer("leases-" + id), names, me);
        this.committer = new KafkaCommitter(
                "commit-" + id,
                () -> clients.transactionalProducer("commit-" + id, names.namespace() + ".worker." + id, TRANSACTION),
                SystemTime.pause());
        this.memory = KafkaMemoryReader.with(clients, "memory-" + id, names.results(), clock);

        KafkaTaskSource source = new KafkaTaskSource(
                clients.groupConsumer(
                        "tasks-" + id,
                        names.namespace() + "." + config.queue(),
                        KafkaTaskSource.settings(config.sessionTimeout(), Intake.POLL)),
                topics);
        this.inbox = new Inbox(source::wakeUp, meters::defect);
        FinishedAttempts finished = new FinishedAttempts(inbox::wake, SystemTime.ticker());
        this.threads = Threads.perTask("task-" + id);
        Slots slots = new Slots(
                handlers,
                threads,
                attempt -> new AttemptContext(attempt, presence, reports, clock),
                new NextAttempts());
        this.window = new DedupWindow(DEDUP_AGE, DEDUP_KEYS);
        this.flow = new TaskFlow(
                new TaskFlow.Parts(
                        new Judge(names, config.queue(), partitions),
                        reports,
                        window,
                        new Cancellations(CANCELLED_KEYS),
                        finished,
                        presence,
                        meters),
                settlements,
                config.concurrency(),
                slots,
                clock);
        this.control = new KafkaControlReader(
                () -> clients.consumer("control-" + id, KafkaControlReader.SETTINGS),
                names.control(),
                flow::cancel,
                SystemTime.ticker());
        Commits commits = new Commits(
                settlements,
                committer,
                inbox,
                meters,
                SystemTime.ticker(),
                Math.max(1, Math.min(LARGE_COMMIT, config.buffer() / 4)));
        this.intake = new Intake(
                settlements,
                config,
                topics,
                new Intake.Conditions(control::isKnown, clockCheck::isRight),
                numbers -> memory.read(numbers, this::remembered));
        this.figures = new HeartbeatFigures(intake);
        this.drain = new Drain(inbox, flow, intake, commits, clock);
        this.loop = new WorkerLoop(
                source, flow, commits, intake, new WorkerLoop.Messages(inbox, finished), drain, this::show, clock);
    }

    /** What a thread with a slot does when a handler has returned: all of this exists by then. */
    private final class NextAttempts implements Slots.Chain {
        @Override
        public void returned(Attempt attempt, Ending ending) {
            flow.returned(attempt, ending);
        }

        @Override
        public @Nullable Attempt next() {
            return flow.next(intake.gate());
        }
    }

    private void remembered(Set<Integer> numbers, List<Memory> memories) {
        inbox.post(() -> {
            memories.forEach(one -> window.remember(one, clock.instant()));
            intake.remembered(numbers);
        });
    }

    private void show(TaskFlow current) {
        leaked = current.scheduler().leaked();
        presence.show(figures.of(current, drain.isDraining(), clock.instant()));
        leases.show(current.homesOfClaims());
        current.scheduler().sendNewLines();
    }

    /** Said once it listens to commands, before it takes work. */
    void sayHello() {
        say(EventType.WORKER_JOINED, "joined the queue " + identity.queue() + " with " + capacity + " slots");
    }

    /** Said by a clean stop alone: of a death others tell, by the heartbeats that fail to come. */
    void sayGoodbye() {
        say(EventType.WORKER_LEFT, "left the queue " + identity.queue());
    }

    private void say(EventType type, String message) {
        presence.announce(reports.event(type, identity.worker().id(), clock.instant(), message));
    }

    /** Why this condition does not hold; empty when it does. */
    String whyNot(String check) {
        return switch (check) {
            case CONTROL -> control.isKnown() ? "" : "the cancellations in control can't be read: nothing is started";
            case CLOCK -> clockCheck.whyNot();
            case SLOTS ->
                leaked < capacity
                        ? ""
                        : leaked + " handlers go on though nobody waits for them any more, which is all slots";
            default ->
                intake.numbersDiffer()
                        ? "unequal numbers of the queue's topics are assigned: nothing is started; run all workers of"
                                + " the queue in one version"
                        : "";
        };
    }

    void close() {
        meters.close();
        memory.close();
        committer.close();
        threads.shutdown();
    }

    Identity identity() {
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
