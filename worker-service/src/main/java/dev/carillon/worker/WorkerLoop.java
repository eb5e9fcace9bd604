package dev.carillon.worker;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Deadline;
import dev.carillon.worker.execution.Gate;
import dev.carillon.worker.execution.Workbench;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.InputPartition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * The thread that polls: hears the news, starts what is due, commits what is settled, fetches what there is room for. It
 * never waits for a handler, nor for a commit but when a partition is about to go.
 */
final class WorkerLoop implements LoopBody, TaskSource.AssignmentListener {
    private static final Duration LONGEST_POLL = Duration.ofMillis(500);
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
    private final Commits commits;
    private final Intake intake;
    private final Inbox inbox;
    private final Drain drain;
    private final Consumer<TaskFlow> show;
    private final Rhythm showRhythm = new Rhythm(SHOW_EVERY);
    private final Clock clock;

    WorkerLoop(
            TaskSource source,
            TaskFlow flow,
            Commits commits,
            Intake intake,
            Inbox inbox,
            Drain drain,
            Consumer<TaskFlow> show,
            Clock clock) {
        this.source = source;
        this.flow = flow;
        this.commits = commits;
        this.intake = intake;
        this.inbox = inbox;
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
        // Asked before the news is heard: when the gate says that control is known, the news has all of it.
        Gate gate = intake.gate();
        inbox.runAll();
        commits.readBack(source);
        intake.welcome(source);
        flow.tick(gate, clock.instant());
        commits.commitNext(source, intake.mayFetchMore());
        source.pauseOnly(intake.toPause(flow.workbench(), commits.uncommitted()));
        drain.look();
        for (Arrival arrival : poll(showWhatIs())) {
            flow.arrived(arrival, gate, clock.instant());
        }
    }

    /**
     * Others see during the wait what was shown last, so it is shown before it.
     *
     * @return how long the wait may be: what may not be shown yet, is shown as soon as it may
     */
    private Duration showWhatIs() {
        Duration rest = showRhythm.rest(clock.instant());
        if (!rest.isZero()) {
            return forPoll(rest);
        }
        show.accept(flow);
        return LONGEST_POLL;
    }

    private List<Arrival> poll(Duration atMost) {
        boolean mayWait = inbox.beginWait();
        try {
            return source.poll(mayWait ? shorter(atMost, patience()) : Duration.ZERO);
        } finally {
            inbox.endWait();
        }
    }

    /** Until the next thing is due, and never so long that a changed clock or a new gate goes unnoticed. */
    private Duration patience() {
        Workbench workbench = flow.workbench();
        Instant due = workbench.nextDue();
        if (due == null) {
            return LONGEST_POLL;
        }
        Duration left = Duration.between(clock.instant(), due);
        if (left.isNegative() || left.isZero()) {
            // Overdue and still here: it waits for a gate, not for the time.
            Gate gate = intake.gate();
            return gate.mayStart() && gate.clockIsRight() ? Duration.ZERO : LONGEST_POLL;
        }
        return forPoll(left);
    }

    /** Kafka counts in milliseconds: rounded up, as a poll that ends too early would only be repeated. */
    private static Duration forPoll(Duration left) {
        return shorter(Duration.ofMillis(left.toMillis() + 1), LONGEST_POLL);
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
            commits.finish(source, inbox, deadline);
            flow.workbench().claimAllRunning();
            commits.handOver(source, inbox, deadline);
        } finally {
            // Whatever happened: they are gone, and nothing may be said of them any more.
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
