package dev.carillon.worker;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.worker.control.CancelledKeys;
import dev.carillon.worker.dedup.DedupWindow;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.AttemptContext;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.CommitBatch;
import dev.carillon.worker.offset.Committer;
import dev.carillon.worker.offset.GroupMembership;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.presence.ClockCheck;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker's whole loop on the test's own thread, over a {@link FakeQueue}; handlers return when the test says so. */
final class FakeWorker implements TaskSource, Committer {
    /** How many records of a partition one poll brings. */
    static final int POLL = 7;

    private final FakeQueue queue;
    private final ManualClock clock;
    private final ClockCheck clockCheck;
    private final Map<InputPartition, Long> positions = new HashMap<>();
    private final Set<InputPartition> paused = new HashSet<>();
    final List<RuntimeException> defects = new ArrayList<>();
    private final Inbox inbox = new Inbox(() -> {}, defects::add);
    private final PendingSettlements settlements;
    private final FinishedAttempts finished;
    private final ReportRecords reports;
    private final TaskFlow flow;
    private final FetchControl fetching;
    private final WorkerLoop loop;
    private @Nullable AssignmentListener listener;
    private int generation;
    private boolean controlIsCaughtUp = true;
    private int shownUnfinished;
    /** How many tasks the published figures show, while it waits for more. */
    int shownWhileWaiting;

    Duration lastWait = Duration.ZERO;

    /** Happens while each poll waits. */
    Runnable duringPoll = () -> {};

    /** Whether earlier attempts are read only by {@link #readEarlierAttempts}. */
    boolean readsSlowly;

    private final Deque<Runnable> unread = new ArrayDeque<>();

    boolean groupIsSilent;
    boolean answersComeLate;
    private final List<Runnable> late = new ArrayList<>();

    final List<OutgoingRecord> announced = new ArrayList<>();
    final List<Attempt> running = new ArrayList<>();
    /** How many attempts ran when each poll began. */
    final List<Integer> runningAtPolls = new ArrayList<>();

    final List<String> interrupted = new ArrayList<>();

    FakeWorker(FakeQueue queue, ManualClock clock, WorkerConfig config) {
        this(queue, clock, config, List.of(TestTasks.NORMAL));
    }

    FakeWorker(FakeQueue queue, ManualClock clock, WorkerConfig config, List<String> topics) {
        this.queue = queue;
        this.clock = clock;
        ClockPair clocks = new ClockPair(clock, clock);
        this.clockCheck = new ClockCheck(clock, clock);
        compareClocks(clock.instant());
        this.finished = new FinishedAttempts(inbox::wake, clock);
        WorkerMeters meters = new WorkerMeters(new SimpleMeterRegistry(), "default", "fake");
        reports = new ReportRecords(TestTasks.NAMES, TestTasks.PARTITIONS, new WorkerRef("worker", "incarnation"));
        settlements = TaskFlow.settlements(reports, meters);
        flow = new TaskFlow(
                new TaskFlow.Parts(
                        new Judge(TestTasks.NAMES, "default", TestTasks.PARTITIONS),
                        reports,
                        new DedupWindow(Duration.ofHours(1), 10_000),
                        new CancelledKeys(100),
                        finished,
                        announced::add,
                        meters),
                settlements,
                config.concurrency(),
                attempt -> interrupted.add(attempt.key().taskId()),
                clocks);
        CommitCycle commits = new CommitCycle(
                settlements, this, inbox, meters, clock, Math.max(1, Math.min(2_000, config.buffer() / 4)));
        fetching = new FetchControl(
                settlements,
                new FetchRoom(config.buffer(), config.bufferBytes(), topics, TestTasks.NAMES),
                flow.overflow(config.hold()),
                config,
                topics,
                new FetchControl.Conditions(() -> controlIsCaughtUp, clockCheck::isRight),
                this::earlierAttemptsRead);
        Drain drain = new Drain(inbox, flow, fetching, commits, clocks);
        loop = new WorkerLoop(
                this,
                flow,
                commits,
                fetching,
                new WorkerLoop.OtherThreads(inbox, finished, running::add),
                drain,
                shown -> shownUnfinished = shown.scheduler().unfinished(),
                clocks);
        loop.begin();
    }

    private void earlierAttemptsRead(Set<Integer> numbers) {
        Runnable answer = () -> inbox.post(() -> fetching.earlierAttemptsRead(numbers));
        if (readsSlowly) {
            unread.add(answer);
        } else {
            answer.run();
        }
    }

    /** The oldest request for earlier attempts is answered. */
    void readEarlierAttempts() {
        unread.removeFirst().run();
    }

    void controlIsCaughtUp(boolean caughtUp) {
        controlIsCaughtUp = caughtUp;
    }

    /** A record is sent and acknowledged, with the append time of a broker whose clock shows this. */
    void compareClocks(Instant brokers) {
        clockCheck.acknowledged(clock.instant(), brokers);
    }

    TaskFlow flow() {
        return flow;
    }

    /** Delivers the held-back answers to commits. */
    void answer() {
        answersComeLate = false;
        late.forEach(Runnable::run);
        late.clear();
    }

    /** Enough rounds that nothing changes any more. */
    void settle() {
        for (int round = 0; round < 20; round++) {
            loop.runOnce(clock.instant());
        }
    }

    void round() {
        loop.runOnce(clock.instant());
    }

    void assign(Collection<InputPartition> partitions) {
        generation = queue.nextGeneration();
        paused.addAll(partitions);
        listener().assigned(partitions);
    }

    void revoke() {
        listener().revoked(List.copyOf(assigned()));
        positions.clear();
    }

    void lose() {
        listener().lost(List.copyOf(assigned()));
        positions.clear();
    }

    private Set<InputPartition> assigned() {
        Set<InputPartition> all = new HashSet<>(positions.keySet());
        all.addAll(paused);
        return all;
    }

    private AssignmentListener listener() {
        AssignmentListener current = listener;
        if (current == null) {
            throw new IllegalStateException("not opened");
        }
        return current;
    }

    /** What the handler of an attempt is told. */
    Duration remaining(Attempt attempt) {
        return new AttemptContext(attempt, announced::add, reports, new ClockPair(clock, clock)).remaining();
    }

    /** The handler returns, and its thread takes the next attempt. */
    void end(Attempt attempt, AttemptEnding ending) {
        running.remove(attempt);
        flow.returned(attempt, ending);
        Attempt next = flow.next(fetching::gate);
        if (next != null) {
            running.add(next);
        }
    }

    PendingSettlements settlements() {
        return settlements;
    }

    void endAll() {
        List.copyOf(running).forEach(attempt -> end(attempt, AttemptEnding.succeeded(null)));
    }

    @Override
    public void open(AssignmentListener given) {
        listener = given;
    }

    @Override
    public List<PolledRecord> poll(Duration atMost) {
        duringPoll.run();
        shownWhileWaiting = shownUnfinished;
        runningAtPolls.add(running.size());
        lastWait = atMost;
        List<PolledRecord> arrivals = new ArrayList<>();
        for (InputPartition id : List.copyOf(positions.keySet())) {
            if (!paused.contains(id)) {
                List<PolledRecord> read = queue.read(id, positions.getOrDefault(id, 0L), POLL);
                read.forEach(one -> positions.put(id, one.offset() + 1));
                arrivals.addAll(read);
            }
        }
        return arrivals;
    }

    @Override
    public void pauseOnly(Set<InputPartition> partitions) {
        paused.clear();
        paused.addAll(partitions);
    }

    @Override
    public GroupMembership membership() {
        return new FakeQueue.Member(generation);
    }

    @Override
    public Map<InputPartition, StoredPoint> stored(Collection<InputPartition> partitions) {
        if (groupIsSilent) {
            throw new IllegalStateException("the group does not answer");
        }
        Map<InputPartition, StoredPoint> points = new HashMap<>();
        partitions.forEach(id -> points.put(id, queue.stored(id)));
        return points;
    }

    @Override
    public void seek(Map<InputPartition, StoredPoint> points) {
        points.forEach((id, point) -> positions.put(id, point.position()));
    }

    @Override
    public void wakeUp() {}

    @Override
    public void close(Duration within) {}

    @Override
    public void commit(CommitBatch batch, Consumer<Outcome> then) {
        Outcome outcome = queue.commit(batch);
        if (answersComeLate) {
            late.add(() -> then.accept(outcome));
        } else {
            then.accept(outcome);
        }
    }

    @Override
    public void recover(Runnable then) {
        then.run();
    }
}
