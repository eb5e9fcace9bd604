package dev.carillon.worker;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ClockReading;
import dev.carillon.kit.time.Deadline;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.StartGate;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.PolledRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The polling thread. Each round runs messages from other threads, settles ended attempts, commits, starts due attempts
 * and fetches what there is room for. It never waits for a handler, and waits for a commit only before partitions are
 * revoked.
 */
final class WorkerLoop implements LoopBody, TaskSource.AssignmentListener {
    private static final Duration LONGEST_POLL = Duration.ofMillis(500);
    /** How soon the loop checks again whether ready attempts need more threads. */
    private static final Duration WHILE_READY = Duration.ofMillis(2);
    /** How many records one round fetches, so that the rest of the round is not delayed for long. */
    private static final int MOST_A_ROUND = 2_000;
    /** How many ended attempts wake the thread while the next commit has to wait anyway. */
    private static final int WAKE_COUNT_WHILE_PACED = 100;
    /**
     * How often figures for heartbeats and new log lines are passed on, which takes longer than a round. Half of a
     * routed worker's heartbeat interval, so that the figures in a heartbeat are no older than that.
     */
    private static final Duration SHOW_EVERY = Duration.ofMillis(250);
    /** How long a hand-over waits for its commits; the group's other members wait for it meanwhile. */
    private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(3);

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(3);

    private final TaskSource source;
    private final TaskFlow flow;
    private final AttemptScheduler scheduler;
    private final CommitCycle commits;
    private final FetchControl fetching;
    private final OtherThreads others;
    private final Drain drain;
    private final Consumer<TaskFlow> show;
    private final MinimumInterval showInterval = new MinimumInterval(SHOW_EVERY);
    private final ClockPair clocks;
    private final StuckSlots stuckSlots;

    /**
     * What connects this thread with others.
     *
     * @param inbox what they ask this one to do
     * @param finished attempts whose handlers have returned on them
     * @param slots starts a handler on one of them
     */
    record OtherThreads(Inbox inbox, FinishedAttempts finished, Consumer<Attempt> slots) {}

    WorkerLoop(
            TaskSource source,
            TaskFlow flow,
            CommitCycle commits,
            FetchControl fetching,
            OtherThreads others,
            Drain drain,
            Consumer<TaskFlow> show,
            ClockPair clocks) {
        this.source = source;
        this.flow = flow;
        this.scheduler = flow.scheduler();
        this.commits = commits;
        this.fetching = fetching;
        this.others = others;
        this.drain = drain;
        this.show = show;
        this.clocks = clocks;
        this.stuckSlots = new StuckSlots(scheduler, clocks.monotonic());
    }

    @Override
    public void begin() {
        source.open(this);
    }

    @Override
    public void runOnce(Instant now) {
        others.inbox().runAll();
        flow.settleFinished();
        commits.readBack(source);
        fetching.adoptAssigned(source);
        startDue();
        commits.commitNext(source);
        drain.checkIdle();
        stuckSlots.check();
        fetch();
    }

    private void startDue() {
        // The clock is read first: if it steps in between, the gate has noticed.
        ClockReading now = clocks.now();
        flow.tick(fetching.gate(), now, others.slots());
    }

    /** Polls until no record is left, no room is left, or {@link #MOST_A_ROUND} are fetched. */
    private void fetch() {
        Duration atMost = publishFigures();
        source.pauseOnly(toPause());
        List<PolledRecord> arrivals = poll(atMost);
        int fetched = 0;
        while (!arrivals.isEmpty()) {
            ClockReading now = clocks.now();
            // The gate is asked again, as the poll may have waited for seconds.
            StartGate gate = fetching.gate();
            for (PolledRecord arrival : arrivals) {
                flow.arrived(arrival, gate, now);
            }
            if (scheduler.isIdleAndFast()) {
                // A slot starts on these while this thread reads on, and then takes the next ones by itself.
                flow.tick(gate, now, others.slots());
            }
            fetched += arrivals.size();
            if (fetched >= MOST_A_ROUND) {
                return;
            }
            // Attempts that ended meanwhile count against the limits for fetching.
            flow.settleFinished();
            source.pauseOnly(toPause());
            arrivals = source.poll(Duration.ZERO);
        }
    }

    private Set<InputPartition> toPause() {
        return fetching.toPause(
                scheduler,
                flow.finished() + commits.uncommitted(),
                others.finished().bytes());
    }

    /**
     * Publishes the figures before a poll, as they stay visible while it waits.
     * @return how long the poll may wait: if it is too soon to publish again, until it no longer is
     */
    private Duration publishFigures() {
        long now = clocks.nanos();
        Duration tooSoonBy = showInterval.waitBeforeNext(now);
        if (!tooSoonBy.isZero()) {
            return tooSoonBy;
        }
        flow.measure(now);
        show.accept(flow);
        return LONGEST_POLL;
    }

    private List<PolledRecord> poll(Duration atMost) {
        Duration paced = commits.paced();
        others.finished().wakeFrom(paced == null || !paced.isZero() ? WAKE_COUNT_WHILE_PACED : 1);
        boolean mayWait = others.inbox().beginWait(others.finished()::reachesWakeCount);
        Duration most = paced == null || paced.isZero() ? atMost : shorter(paced, atMost);
        try {
            return source.poll(mayWait ? longestWait(most) : Duration.ZERO);
        } finally {
            others.inbox().endWait();
        }
    }

    /** How long a poll may wait: until the next attempt is due, but short enough to notice a changed clock or gate. */
    private Duration longestWait(Duration atMost) {
        Duration most = forPoll(atMost);
        Duration toReport = flow.timeToReport();
        if (toReport != null) {
            most = shorter(most, forPoll(toReport));
        }
        if (scheduler.mayStartMore() && fetching.gate().mayStart()) {
            most = shorter(most, WHILE_READY);
        }
        Duration left = scheduler.untilDue(clocks.now());
        if (left == null) {
            return most;
        }
        if (left.isNegative() || left.isZero()) {
            // It is overdue, so it waits for the gate and not for its time.
            StartGate gate = fetching.gate();
            return gate.mayStart() && gate.clockIsRight() ? Duration.ZERO : most;
        }
        return shorter(forPoll(left), most);
    }

    /** Kafka counts in milliseconds: rounded up, as a poll that ends too early would only be repeated. */
    private static Duration forPoll(Duration left) {
        return shorter(Duration.ofMillis(left.plusNanos(999_999).toMillis()), LONGEST_POLL);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    @Override
    public void assigned(Collection<InputPartition> partitions) {
        fetching.assigned(partitions);
    }

    @Override
    public void revoked(Collection<InputPartition> partitions) {
        Deadline deadline = Deadline.in(HAND_OVER_WITHIN);
        try {
            flow.dropWaitingOf(partitions);
            commits.finish(source, deadline);
            scheduler.claimAllRunning();
            commits.handOver(source, () -> flow.settleAllFinished(deadline), deadline);
        } finally {
            // Even after a failure the partitions are gone, and nothing of them may be written any more.
            lost(partitions);
        }
    }

    @Override
    public void lost(Collection<InputPartition> partitions) {
        fetching.unassigned(partitions);
        try {
            commits.release(partitions);
        } finally {
            flow.dropStale();
        }
    }

    @Override
    public void wakeUp() {
        source.wakeUp();
    }

    @Override
    public void end() {
        source.close(CLOSE_WITHIN);
    }
}
