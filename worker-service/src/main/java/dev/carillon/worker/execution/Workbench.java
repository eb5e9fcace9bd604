package dev.carillon.worker.execution;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.Attempt.State;
import dev.carillon.worker.report.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All attempts in this worker's hands: which start when, and which are over whether or not their handler knows. */
public final class Workbench {
    /** From when on an attempt is worth an event, as most end sooner. */
    static final Duration ANNOUNCED_AFTER = Duration.ofSeconds(1);

    /** From when on a hand-over of the partition must not run the attempt again. */
    static final Duration CLAIMED_AFTER = Duration.ofSeconds(10);

    private final int concurrency;
    private final AttemptRunner runner;
    private final AttemptListener listener;

    private final WaitingRoom room = new WaitingRoom();
    private final Set<Attempt> inSlots = new LinkedHashSet<>();
    /** Ended attempts whose handlers have not returned: they listen to no interrupt, and still take a thread. */
    private int leaked;

    private Instant nextCheck = Instant.MAX;

    public Workbench(int concurrency, AttemptRunner runner, AttemptListener listener) {
        this.concurrency = concurrency;
        this.runner = runner;
        this.listener = listener;
    }

    public void take(Attempt attempt, Gate gate, Instant now) {
        if (attempt.notBefore().isAfter(now) || (attempt.isTimed() && !gate.clockIsRight())) {
            room.hold(attempt);
        } else {
            room.add(attempt);
        }
    }

    /** Starts what may start and ends what is out of time. */
    public void tick(Gate gate, Instant now) {
        if (!now.isBefore(nextCheck)) {
            check(now);
        }
        if (gate.clockIsRight()) {
            room.release(now);
        }
        if (gate.mayStart()) {
            startReady(now);
        }
    }

    private void startReady(Instant now) {
        while (running() < concurrency && inSlots.size() < 2 * concurrency) {
            Attempt next = room.next();
            if (next == null) {
                return;
            }
            startOne(next, now);
        }
    }

    private void startOne(Attempt attempt, Instant now) {
        if (now.isAfter(attempt.deadline())) {
            attempt.end(Endings.expired(attempt), now);
            listener.ended(attempt);
            return;
        }
        inSlots.add(attempt);
        if (attempt.claim() == Claim.NEEDED) {
            attempt.become(State.CLAIMING);
            claim(attempt);
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
        for (Attempt attempt : inSlots(State.RUNNING)) {
            if (attempt.timesOutAt().isAfter(now)) {
                checkRunning(attempt, now);
            } else {
                interrupt(attempt, Endings.timedOut(attempt), now);
            }
        }
    }

    private void checkRunning(Attempt attempt, Instant now) {
        lookAgainBy(attempt.timesOutAt());
        if (!attempt.isAnnounced() && isOver(attempt.from(ANNOUNCED_AFTER), now)) {
            attempt.announced();
            listener.runsLong(attempt);
        }
        if (attempt.claim() == Claim.NONE && isOver(attempt.from(CLAIMED_AFTER), now)) {
            claim(attempt);
        }
    }

    private boolean isOver(Instant instant, Instant now) {
        if (instant.isAfter(now)) {
            lookAgainBy(instant);
            return false;
        }
        return true;
    }

    private void claim(Attempt attempt) {
        attempt.claim(Claim.PENDING);
        listener.claimWanted(attempt);
    }

    private void lookAgainBy(Instant instant) {
        nextCheck = instant.isBefore(nextCheck) ? instant : nextCheck;
    }

    /** The claim stands in the log: the attempt belongs to this incarnation, and is the next to start if it may. */
    public void claimed(Attempt attempt) {
        attempt.claim(Claim.HELD);
        if (attempt.state() == State.CLAIMING) {
            inSlots.remove(attempt);
            room.addFirst(attempt);
        }
    }

    /** The claim of an attempt that was dropped stands, or may stand: it is handed back, so that somebody runs it. */
    public void handBackDropped(Attempt attempt, Instant now) {
        if (attempt.state() == State.DROPPED) {
            attempt.end(Endings.handedBack(attempt), now);
        }
    }

    /** The handler has returned, perhaps long after anybody waited for it. */
    public void returned(Attempt attempt, Ending how, Instant now) {
        inSlots.remove(attempt);
        if (attempt.state() == State.RUNNING) {
            attempt.end(how, now);
            listener.ended(attempt);
        } else {
            leaked--;
        }
    }

    /** Ends every attempt of an execution; a running handler is interrupted. */
    public void cancel(ExecutionKey key, Instant now) {
        for (Attempt attempt : alive(attempt -> attempt.key().equals(key))) {
            end(attempt, Endings.cancelled(), now);
        }
    }

    private List<Attempt> alive(Predicate<Attempt> condition) {
        List<Attempt> found = new ArrayList<>(room.matching(condition));
        inSlots.stream()
                .filter(attempt -> attempt.state() == State.RUNNING || attempt.state() == State.CLAIMING)
                .filter(condition)
                .forEach(found::add);
        return found;
    }

    private void end(Attempt attempt, Ending how, Instant now) {
        if (attempt.state() == State.RUNNING) {
            interrupt(attempt, how, now);
            return;
        }
        room.remove(attempt);
        inSlots.remove(attempt);
        attempt.end(how, now);
        listener.ended(attempt);
    }

    private void interrupt(Attempt attempt, Ending how, Instant now) {
        attempt.end(how, now);
        leaked++;
        runner.interrupt(attempt);
        listener.ended(attempt);
    }

    /** Another worker runs these again, or nobody waits for them: forgets them without a word. */
    public void drop(Predicate<Attempt> condition) {
        for (Attempt attempt : alive(condition)) {
            if (attempt.state() == State.RUNNING) {
                leaked++;
                runner.interrupt(attempt);
            } else {
                room.remove(attempt);
                inSlots.remove(attempt);
            }
            attempt.become(State.DROPPED);
            listener.dropped(attempt);
        }
    }

    /** Before a hand-over: what runs shall run on, and so belong to this incarnation. */
    public void claimAllRunning() {
        inSlots(State.RUNNING).stream()
                .filter(attempt -> attempt.claim() == Claim.NONE)
                .forEach(this::claim);
    }

    /** Ends what still runs when the worker stops; other workers get the same attempts again. */
    public void handBackRunning(Instant now) {
        inSlots(State.RUNNING).forEach(attempt -> interrupt(attempt, Endings.handedBack(attempt), now));
        room.matching(attempt -> attempt.claim() == Claim.HELD)
                .forEach(attempt -> end(attempt, Endings.handedBack(attempt), now));
    }

    private List<Attempt> inSlots(State state) {
        return inSlots.stream().filter(attempt -> attempt.state() == state).toList();
    }

    /** When there is something to do next, if nothing happens before; null when there is not. */
    public @Nullable Instant nextDue() {
        Instant due = room.nextDue();
        Instant next = due.isBefore(nextCheck) ? due : nextCheck;
        return next.equals(Instant.MAX) ? null : next;
    }

    /** Taken on and neither held nor ended. */
    public int inHand() {
        return room.ready() + running();
    }

    public int held() {
        return room.held();
    }

    public int running() {
        return inSlots.size() - leaked;
    }

    public int leaked() {
        return leaked;
    }
}
