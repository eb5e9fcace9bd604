package dev.carillon.worker.execution;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.IfWorkerDies;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.Attempt.State;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.report.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All attempts in this worker's hands: which wait, which start when, and which are over whether or not their handler
 * knows. Free of threads: the runner has them.
 */
public final class Workbench {
    /** From when on an attempt is worth an event, as most end sooner. */
    static final Duration ANNOUNCED_AFTER = Duration.ofSeconds(1);

    /** From when on a hand-over of the partition must not run the attempt again. */
    static final Duration CLAIMED_AFTER = Duration.ofSeconds(10);

    private final int concurrency;
    private final AttemptRunner runner;
    private final Listener listener;

    private final Set<Attempt> waiting = new LinkedHashSet<>();
    private final PriorityQueue<Attempt> held = new PriorityQueue<>(Comparator.comparing(Attempt::notBefore));
    private final ReadyQueue ready = new ReadyQueue();
    private final Set<Attempt> running = new LinkedHashSet<>();
    private int heldCount;
    /** Ended attempts whose handlers have not returned: they listen to no interrupt, and still take a thread. */
    private int leaked;

    private Instant nextCheck = Instant.MAX;

    /** What the owner of the workbench does about an attempt. */
    public interface Listener {
        /** To be claimed: before it starts (CLAIMING), or while it runs. */
        void claimWanted(Attempt attempt);

        void ended(Attempt attempt);

        /** Has run so long that people may want to see it. */
        void runsLong(Attempt attempt);
    }

    public Workbench(int concurrency, AttemptRunner runner, Listener listener) {
        this.concurrency = concurrency;
        this.runner = runner;
        this.listener = listener;
    }

    /** What stands in the way of starting. */
    public record Gate(boolean mayStart, boolean clockIsRight) {}

    public void take(Attempt attempt, Gate gate, Instant now) {
        waiting.add(attempt);
        if (attempt.notBefore().isAfter(now) || (attempt.isTimed() && !gate.clockIsRight())) {
            attempt.become(State.HELD);
            held.add(attempt);
            heldCount++;
        } else {
            ready.add(attempt);
        }
    }

    /** Starts what may start and ends what is out of time. */
    public void tick(Gate gate, Instant now) {
        if (!now.isBefore(nextCheck)) {
            check(now);
        }
        if (gate.clockIsRight()) {
            releaseHeld(now);
        }
        if (gate.mayStart()) {
            startReady(now);
        }
    }

    private void releaseHeld(Instant now) {
        while (!held.isEmpty() && !held.peek().notBefore().isAfter(now)) {
            Attempt due = held.remove();
            if (due.state() == State.HELD) {
                due.become(State.READY);
                heldCount--;
                ready.add(due);
            }
        }
    }

    private void startReady(Instant now) {
        while (running.size() - leaked < concurrency && running.size() < 2 * concurrency) {
            Attempt next = ready.next();
            if (next == null) {
                return;
            }
            startOne(next, now);
        }
    }

    private void startOne(Attempt attempt, Instant now) {
        if (now.isAfter(attempt.deadline())) {
            end(
                    attempt,
                    Ending.of(ResultStatus.EXPIRED, ErrorCode.DEADLINE_PASSED, Judge.expired(attempt.deadline())),
                    now);
            return;
        }
        waiting.remove(attempt);
        running.add(attempt);
        if (attempt.claim() == Claim.NEEDED) {
            attempt.become(State.CLAIMING);
            attempt.claim(Claim.PENDING);
            listener.claimWanted(attempt);
        } else {
            run(attempt, now);
        }
    }

    private void run(Attempt attempt, Instant now) {
        attempt.start(now);
        lookAgainBy(now.plus(ANNOUNCED_AFTER));
        lookAgainBy(attempt.timesOutAt());
        runner.start(attempt);
    }

    private void check(Instant now) {
        nextCheck = Instant.MAX;
        for (Attempt attempt : List.copyOf(running)) {
            if (attempt.state() == State.RUNNING) {
                check(attempt, now);
            }
        }
    }

    private void check(Attempt attempt, Instant now) {
        if (!attempt.timesOutAt().isAfter(now)) {
            String message =
                    "ran longer than its timeout of " + attempt.task().work().timeout();
            interrupt(attempt, Ending.of(ResultStatus.TIMED_OUT, ErrorCode.TIMED_OUT, message), now);
            return;
        }
        lookAgainBy(attempt.timesOutAt());
        if (!attempt.isAnnounced()) {
            if (attempt.from(ANNOUNCED_AFTER).isAfter(now)) {
                lookAgainBy(attempt.from(ANNOUNCED_AFTER));
            } else {
                attempt.announced();
                listener.runsLong(attempt);
            }
        }
        if (attempt.claim() == Claim.NONE) {
            if (attempt.from(CLAIMED_AFTER).isAfter(now)) {
                lookAgainBy(attempt.from(CLAIMED_AFTER));
            } else {
                claimRunning(attempt);
            }
        }
    }

    private void claimRunning(Attempt attempt) {
        attempt.claim(Claim.PENDING);
        listener.claimWanted(attempt);
    }

    private void lookAgainBy(Instant instant) {
        nextCheck = instant.isBefore(nextCheck) ? instant : nextCheck;
    }

    /** The claim stands in the log: the attempt belongs to this incarnation, and may start if it has not. */
    public void claimed(Attempt attempt, Instant now) {
        attempt.claim(Claim.HELD);
        if (attempt.state() == State.CLAIMING) {
            run(attempt, now);
        }
    }

    /** The handler has returned, in time or long after anybody waited for it. */
    public void returned(Attempt attempt, Ending how, Instant now) {
        running.remove(attempt);
        if (attempt.state() == State.RUNNING) {
            attempt.end(how, now);
            listener.ended(attempt);
        } else {
            leaked--;
        }
    }

    /** Ends every attempt of an execution; a running handler is interrupted. */
    public void cancel(ExecutionKey key, Instant now) {
        Ending cancelled = Ending.of(ResultStatus.CANCELLED, ErrorCode.CANCELLED, "cancelled");
        for (Attempt attempt : matching(attempt -> attempt.key().equals(key))) {
            endWherever(attempt, cancelled, now);
        }
    }

    private void endWherever(Attempt attempt, Ending how, Instant now) {
        if (attempt.state() == State.RUNNING) {
            interrupt(attempt, how, now);
        } else if (attempt.state() == State.CLAIMING) {
            running.remove(attempt);
            attempt.end(how, now);
            listener.ended(attempt);
        } else {
            end(attempt, how, now);
        }
    }

    private List<Attempt> matching(Predicate<Attempt> condition) {
        List<Attempt> found = new java.util.ArrayList<>();
        waiting.stream().filter(condition).forEach(found::add);
        running.stream()
                .filter(condition)
                .filter(attempt -> attempt.state() == State.RUNNING || attempt.state() == State.CLAIMING)
                .forEach(found::add);
        return found;
    }

    private void interrupt(Attempt attempt, Ending how, Instant now) {
        attempt.end(how, now);
        leaked++;
        runner.interrupt(attempt);
        listener.ended(attempt);
    }

    private void end(Attempt attempt, Ending how, Instant now) {
        forgetWaiting(attempt);
        attempt.end(how, now);
        listener.ended(attempt);
    }

    private void forgetWaiting(Attempt attempt) {
        waiting.remove(attempt);
        if (attempt.state() == State.HELD) {
            heldCount--;
            held.remove(attempt);
        }
    }

    /** Another worker runs these again, or nobody waits for them: forgets them without a word. */
    public void drop(Predicate<Attempt> condition, Instant now) {
        for (Attempt attempt : matching(condition)) {
            if (attempt.state() == State.RUNNING) {
                leaked++;
                runner.interrupt(attempt);
            } else {
                forgetWaiting(attempt);
                running.remove(attempt);
            }
            attempt.become(State.DROPPED);
        }
    }

    /** Before a hand-over: what runs shall run on, and therefore belong to this incarnation. */
    public void claimAllRunning() {
        for (Attempt attempt : List.copyOf(running)) {
            if (attempt.state() == State.RUNNING && attempt.claim() == Claim.NONE) {
                claimRunning(attempt);
            }
        }
    }

    /** Ends what still runs when the worker stops; other workers get the same attempts again. */
    public void handBackRunning(Instant now) {
        for (Attempt attempt : List.copyOf(running)) {
            if (attempt.state() == State.RUNNING) {
                boolean onlyOnce = attempt.task().work().ifWorkerDies() == IfWorkerDies.FAIL;
                Ending how = onlyOnce
                        ? Ending.of(ResultStatus.FAILED, ErrorCode.DRAINED, "still ran when its worker stopped")
                        : new Ending(
                                ResultStatus.HANDED_BACK, null, "still ran when its worker stopped", null, null, true);
                interrupt(attempt, how, now);
            }
        }
    }

    /** The held attempts that start last, to be taken elsewhere. */
    public @Nullable Instant nextDue() {
        Attempt first = held.peek();
        Instant due = first == null ? Instant.MAX : first.notBefore();
        Instant next = due.isBefore(nextCheck) ? due : nextCheck;
        return next.equals(Instant.MAX) ? null : next;
    }

    /** Taken on and neither held nor ended. */
    public int inHand() {
        return waiting.size() - heldCount + running.size() - leaked;
    }

    public int held() {
        return heldCount;
    }

    public int running() {
        return running.size() - leaked;
    }

    public int leaked() {
        return leaked;
    }

    /** Claimed attempts that have not ended. */
    public List<Attempt> claimedRunning() {
        return running.stream()
                .filter(attempt -> attempt.claim() == Claim.HELD && attempt.state() == State.RUNNING)
                .toList();
    }
}
