package dev.carillon.worker;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Deadline;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.Gate;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.InputPartition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The thread that polls: runs its messages, takes in what has ended, commits it, starts what is due, fetches what there is
 * room for. It never waits for a handler, nor for a commit but when a partition is about to go.
 */
final class WorkerLoop implements LoopBody, TaskSource.AssignmentListener {
    private static final Duration LONGEST_POLL = Duration.ofMillis(500);
    /** How soon is looked whether more threads are needed for what is ready. */
    private static final Duration WHILE_READY = Duration.ofMillis(2);
    /** So many records are fetched before anything else is looked at. */
    private static final int UNIT = 2_000;
    /** While commits are paced anyway, the thread is woken for no less. */
    private static final int WAKE_FOR = 100;
    /**
     * How often heartbeats get new figures and logs new lines: both take longer than a round. Half of a routed worker's
     * heartbeat, so that what one says is younger than that.
     */
    private static final Duration SHOW_EVERY = Duration.ofMillis(250);
    /** How long a hand-over waits for the commits that belong to it; others wait for it meanwhile. */
    private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(3);

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(3);

    private final TaskSource source;
    private final TaskFlow flow;
    private final AttemptScheduler scheduler;
    private final Commits commits;
    private final Intake intake;
    private final Messages messages;
    private final Drain drain;
    private final Consumer<TaskFlow> show;
    private final Rhythm showRhythm = new Rhythm(SHOW_EVERY);
    private final Clock clock;

    /** What reaches this thread from others. */
    record Messages(Inbox inbox, FinishedAttempts finished) {}

    WorkerLoop(
            TaskSource source,
            TaskFlow flow,
            Commits commits,
            Intake intake,
            Messages messages,
            Drain drain,
            Consumer<TaskFlow> show,
            Clock clock) {
        this.source = source;
        this.flow = flow;
        this.scheduler = flow.scheduler();
        this.commits = commits;
        this.intake = intake;
        this.messages = messages;
        this.drain = drain;
        this.show = show;
        this.clock = clock;
    }

    @Override
    public void begin() {
        source.open(this);
    }

    @Override
    public void runOnce(Instant now) {
        Gate gate = intake.gate();
        messages.inbox().runAll();
        flow.settleFinished();
        commits.readBack(source);
        intake.welcome(source);
        flow.tick(gate, clock.instant());
        commits.commitNext(source);
        drain.look();
        fetch(gate);
    }

    /** Polls until there is no more, no room, or a unit of work. */
    private void fetch(Gate gate) {
        Duration atMost = showWhatIs();
        source.pauseOnly(toPause());
        List<Arrival> arrivals = poll(atMost);
        int fetched = 0;
        while (!arrivals.isEmpty()) {
            Instant now = clock.instant();
            for (Arrival arrival : arrivals) {
                flow.arrived(arrival, gate, now);
            }
            if (scheduler.isIdleAndFast()) {
                // A slot runs these while this thread reads the rest of the unit, and goes on with the rest by itself.
                flow.tick(gate, now);
            }
            fetched += arrivals.size();
            if (fetched >= UNIT) {
                return;
            }
            // What has ended meanwhile counts against the bounds of what may be fetched.
            flow.settleFinished();
            source.pauseOnly(toPause());
            arrivals = source.poll(Duration.ZERO);
        }
    }

    private Set<InputPartition> toPause() {
        return intake.toPause(
                scheduler,
                flow.finished() + commits.uncommitted(),
                messages.finished().bytes());
    }

    /**
     * Others see during the wait what was shown last, so it is shown before it.
     *
     * @return how long the wait may be: what may not be shown yet, is shown as soon as it may
     */
    private Duration showWhatIs() {
        Instant now = clock.instant();
        Duration rest = showRhythm.rest(now);
        if (!rest.isZero()) {
            return forPoll(rest);
        }
        flow.measure(now);
        show.accept(flow);
        return LONGEST_POLL;
    }

    private List<Arrival> poll(Duration atMost) {
        Duration paced = commits.paced();
        messages.finished().wakeFrom(paced == null || !paced.isZero() ? WAKE_FOR : 1);
        boolean mayWait = messages.inbox().beginWait(messages.finished()::isEnough);
        Duration most = paced == null || paced.isZero() ? atMost : shorter(paced, atMost);
        try {
            return source.poll(mayWait ? patience(most) : Duration.ZERO);
        } finally {
            messages.inbox().endWait();
        }
    }

    /** Until the next thing is due, and never so long that a changed clock or a new gate goes unnoticed. */
    private Duration patience(Duration atMost) {
        Duration most = forPoll(atMost);
        Duration unreported = flow.unreportedFor();
        if (unreported != null) {
            most = shorter(most, forPoll(unreported));
        }
        if (scheduler.mayStartMore() && intake.gate().mayStart()) {
            most = shorter(most, WHILE_READY);
        }
        Instant due = scheduler.nextDue();
        if (due == null) {
            return most;
        }
        Duration left = Duration.between(clock.instant(), due);
        if (left.isNegative() || left.isZero()) {
            // Overdue and still here: it waits for a gate, not for the time.
            Gate gate = intake.gate();
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
        intake.arriving(partitions);
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
            // Whatever happened: they are gone, and nothing may be written of them any more.
            lost(partitions);
        }
    }

    @Override
    public void lost(Collection<InputPartition> partitions) {
        intake.gone(partitions);
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
