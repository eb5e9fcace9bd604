package dev.carillon.worker.execution;

import dev.carillon.kit.time.ClockReading;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.Attempt.State;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.report.AttemptEnding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Schedules all attempts of this worker: when each starts, and when one ends although its handler still runs.
 *
 * <p>The polling thread adds attempts and starts due ones ({@link #tick}); a thread whose handler has returned takes
 * the next attempt itself ({@link #next}). All state is under one lock, which is never held while a handler runs or a
 * record is sent; results of time-outs, expiries, cancels and drains are built under it.
 */
public final class AttemptScheduler {
    /** After this time a running attempt is worth an event, as most end sooner. */
    static final Duration ANNOUNCED_AFTER = Duration.ofSeconds(1);

    /** After this time a running attempt is claimed, so that a hand-over of the partition does not run it again. */
    static final Duration CLAIMED_AFTER = Duration.ofSeconds(10);

    /** How many threads are woken at a time per processor, for attempts shorter than a millisecond. */
    private static final int SHORT_A_PROCESSOR = 4;

    private final int concurrency;
    private final Consumer<Attempt> interrupts;
    private final AttemptListener listener;

    private final WaitingAttempts waiting = new WaitingAttempts();
    private final Set<Attempt> inSlots = new LinkedHashSet<>();
    private final SlotsToWake slotsToWake =
            new SlotsToWake(SHORT_A_PROCESSOR * Runtime.getRuntime().availableProcessors());
    /** Ended attempts whose handlers have not returned, and still take a thread. */
    private int leaked;

    private final ReportsUnderWay reports = new ReportsUnderWay();

    private long bytes;
    private final EarliestCheck nextCheck = new EarliestCheck();

    /**
     * A scheduler without attempts.
     *
     * @param interrupts signals a running handler to stop, as its attempt has ended
     */
    public AttemptScheduler(int concurrency, Consumer<Attempt> interrupts, AttemptListener listener) {
        this.concurrency = concurrency;
        this.interrupts = interrupts;
        this.listener = listener;
    }

    /**
     * Adds an attempt.
     *
     * @param now which instants have come; while the clock is in doubt, when the record was appended
     */
    public synchronized void take(Attempt attempt, StartGate gate, Instant now) {
        bytes += attempt.bytes();
        if (attempt.notBefore().isAfter(now) || (attempt.isTimed() && !gate.clockIsRight())) {
            waiting.hold(attempt);
        } else {
            waiting.add(attempt);
        }
    }

    /**
     * Starts attempts that may start, and ends those that have timed out.
     *
     * @param slots runs the handlers of those that start
     */
    public void tick(StartGate gate, ClockReading now, Consumer<Attempt> slots) {
        List<Attempt> started = new ArrayList<>();
        synchronized (this) {
            if (nextCheck.take(now)) {
                check(now);
            }
            if (gate.clockIsRight()) {
                waiting.release(now.wall());
            }
            if (gate.mayStart()) {
                startReady(gate, now, started);
            }
        }
        started.forEach(slots);
    }

    private void startReady(StartGate gate, ClockReading now, List<Attempt> started) {
        int toWake = slotsToWake.of(waiting.ready());
        while (started.size() < toWake && hasFreeSlot()) {
            Attempt next = waiting.next();
            if (next == null) {
                return;
            }
            startOrClaim(next, gate, now, started);
        }
    }

    private boolean hasFreeSlot() {
        return inSlots.size() - leaked < concurrency && inSlots.size() < 2 * concurrency;
    }

    private void startOrClaim(Attempt attempt, StartGate gate, ClockReading now, List<Attempt> started) {
        if (isTooLate(attempt, gate, now)) {
            return;
        }
        inSlots.add(attempt);
        if (attempt.claim() == Claim.NEEDED) {
            attempt.become(State.CLAIMING);
            claim(attempt);
        } else {
            begin(attempt, now);
            started.add(attempt);
        }
    }

    /**
     * Whether an attempt must not start, as its deadline seems to be over. If the clock is right, it ends; otherwise it
     * is held until the clock is.
     */
    private boolean isTooLate(Attempt attempt, StartGate gate, ClockReading now) {
        if (!now.wall().isAfter(attempt.deadline())) {
            return false;
        }
        if (!gate.clockIsRight()) {
            waiting.hold(attempt);
            return true;
        }
        finish(attempt, AttemptEndings.expired(attempt), now);
        listener.ended(attempt);
        return true;
    }

    private void begin(Attempt attempt, ClockReading now) {
        attempt.start(now);
        nextCheck.by(now.after(ANNOUNCED_AFTER));
        nextCheck.by(attempt.timesOutAt());
    }

    private void finish(Attempt attempt, AttemptEnding how, ClockReading now) {
        bytes -= attempt.bytes();
        attempt.end(how, now);
    }

    /**
     * The next attempt for an idle thread; it counts as started. Null if there is none, or if it has to be claimed
     * first, which only the polling thread does.
     */
    public synchronized @Nullable Attempt next(StartGate gate, ClockReading now) {
        while (gate.mayStart() && hasFreeSlot()) {
            Attempt next = waiting.next();
            if (next == null) {
                return null;
            }
            if (next.claim() == Claim.NEEDED) {
                waiting.addFirst(next);
                return null;
            }
            if (!isTooLate(next, gate, now)) {
                inSlots.add(next);
                begin(next, now);
                return next;
            }
        }
        return null;
    }

    private void check(ClockReading now) {
        for (Attempt attempt : inSlots(State.RUNNING)) {
            if (now.hasReached(attempt.timesOutAt())) {
                interrupt(attempt, AttemptEndings.timedOut(attempt), now);
            } else {
                checkRunning(attempt, now);
            }
        }
    }

    private void checkRunning(Attempt attempt, ClockReading now) {
        nextCheck.by(attempt.timesOutAt());
        if (!attempt.isAnnounced() && isOver(attempt.started().after(ANNOUNCED_AFTER), now)) {
            attempt.announced();
            listener.runsLong(attempt);
        }
        if (attempt.claim() == Claim.NONE && isOver(attempt.started().after(CLAIMED_AFTER), now)) {
            claim(attempt);
        }
    }

    private boolean isOver(ClockReading moment, ClockReading now) {
        boolean over = now.hasReached(moment);
        if (!over) {
            nextCheck.by(moment);
        }
        return over;
    }

    private void claim(Attempt attempt) {
        attempt.claim(Claim.PENDING);
        listener.claimWanted(attempt);
    }

    /**
     * The claim is committed: the attempt belongs to this incarnation, and is the next to start if it has not yet. One
     * that was dropped meanwhile is handed back, so that another worker runs it.
     *
     * @return whether it has ended without its end being settled
     */
    public synchronized boolean claimed(Attempt attempt, ClockReading now) {
        attempt.claim(Claim.HELD);
        if (attempt.state() == State.CLAIMING) {
            inSlots.remove(attempt);
            waiting.addFirst(attempt);
        } else if (attempt.state() == State.DROPPED) {
            attempt.end(AttemptEndings.handedBack(attempt), now);
        }
        return attempt.state() == State.ENDED;
    }

    /**
     * The handler has returned, perhaps long after the attempt ended in another way.
     *
     * @return whether its return ended the attempt; if so, {@link #reported} must follow
     */
    public synchronized boolean returned(Attempt attempt, AttemptEnding how, ClockReading now) {
        inSlots.remove(attempt);
        slotsToWake.oneEnded();
        if (attempt.state() != State.RUNNING) {
            leaked--;
            return false;
        }
        finish(attempt, how, now);
        reports.begun();
        return true;
    }

    /** The result of a returned attempt is built, or building it has failed. */
    public void reported() {
        reports.done();
    }

    /** Waits until the results of all ended attempts are built, which takes microseconds; returns whether they are. */
    public boolean awaitReported(Deadline deadline) {
        return reports.await(deadline);
    }

    /** Ends every attempt of an execution; a running handler is interrupted. */
    public synchronized void cancel(ExecutionKey key, ClockReading now) {
        for (Attempt attempt : alive(attempt -> attempt.key().equals(key))) {
            end(attempt, AttemptEndings.cancelled(), now);
        }
    }

    private List<Attempt> alive(Predicate<Attempt> condition) {
        List<Attempt> found = new ArrayList<>(waiting.matching(condition));
        inSlots.stream()
                .filter(attempt -> attempt.state() == State.RUNNING || attempt.state() == State.CLAIMING)
                .filter(condition)
                .forEach(found::add);
        return found;
    }

    private void end(Attempt attempt, AttemptEnding how, ClockReading now) {
        if (attempt.state() == State.RUNNING) {
            interrupt(attempt, how, now);
            return;
        }
        waiting.remove(attempt);
        inSlots.remove(attempt);
        finish(attempt, how, now);
        listener.ended(attempt);
    }

    private void interrupt(Attempt attempt, AttemptEnding how, ClockReading now) {
        finish(attempt, how, now);
        leaked++;
        interrupts.accept(attempt);
        listener.ended(attempt);
    }

    /** Another worker runs these again, so nothing is written of them here. */
    public synchronized void drop(Predicate<Attempt> condition) {
        for (Attempt attempt : alive(condition)) {
            if (attempt.state() == State.RUNNING) {
                leaked++;
                interrupts.accept(attempt);
            } else {
                waiting.remove(attempt);
                inSlots.remove(attempt);
            }
            bytes -= attempt.bytes();
            attempt.become(State.DROPPED);
            listener.dropped(attempt);
        }
    }

    /**
     * Takes out held attempts, those that are due last, without ending them. Claimed ones stay, as they belong to this
     * worker, and so do very large ones, which may not fit into another record.
     */
    public synchronized List<Attempt> removeFarthest(Predicate<Attempt> condition, int count) {
        List<Attempt> farthest = waiting.removeFarthest(condition.and(Attempt::mayMove), count);
        farthest.forEach(attempt -> bytes -= attempt.bytes());
        return farthest;
    }

    /** Before a hand-over: claims what runs, so that it may run on here and belongs to this incarnation. */
    public synchronized void claimAllRunning() {
        inSlots(State.RUNNING).stream()
                .filter(attempt -> attempt.claim() == Claim.NONE)
                .forEach(this::claim);
    }

    /** Ends what still runs when the worker stops; other workers get the same attempts again. */
    public synchronized void handBackRunning(ClockReading now) {
        inSlots(State.RUNNING).forEach(attempt -> interrupt(attempt, AttemptEndings.handedBack(attempt), now));
        waiting.matching(attempt -> attempt.claim() == Claim.HELD)
                .forEach(attempt -> end(attempt, AttemptEndings.handedBack(attempt), now));
    }

    private List<Attempt> inSlots(State state) {
        return inSlots.stream().filter(attempt -> attempt.state() == state).toList();
    }

    /** Sets how long attempts take on average, which decides how many threads are woken for ready ones. */
    public synchronized void meanSlotTime(@Nullable Double meanMillis) {
        slotsToWake.meanSlotTime(meanMillis);
    }

    /** Sends the log lines that running attempts wrote since the last time, so that they can be followed. */
    public void sendNewLines() {
        List<Attempt> running;
        synchronized (this) {
            running = inSlots(State.RUNNING);
        }
        for (Attempt attempt : running) {
            AttemptRun run = attempt.run();
            if (run != null) {
                run.context().sendNewLines();
            }
        }
    }

    /** How long until the next held attempt or check of running ones is due, negative if it was; null if none is. */
    public synchronized @Nullable Duration untilDue(ClockReading now) {
        Duration check = nextCheck.since(now);
        Instant held = waiting.nextDue();
        if (held == null) {
            return check;
        }
        Duration start = Duration.between(now.wall(), held);
        return check == null || start.compareTo(check) < 0 ? start : check;
    }

    /**
     * Whether no attempt runs, and attempts are short. Only then may a slot start before all records of the round are
     * read: a more urgent record that comes later in the round would have to wait for a long attempt.
     */
    public synchronized boolean isIdleAndFast() {
        return running() == 0 && slotsToWake.areShort();
    }

    /** Whether no attempt runs and none can start, as handlers whose attempts have ended take all threads. */
    public synchronized boolean isStuck() {
        return leaked > 0 && running() == 0 && !hasFreeSlot();
    }

    /** Whether an attempt is ready and a slot is free. */
    public synchronized boolean mayStartMore() {
        return waiting.ready() > 0 && hasFreeSlot();
    }

    /** How many attempts are ready, running, or still without a built result. */
    public synchronized int unfinished() {
        return waiting.ready() + running() + reports.count();
    }

    /** The memory that the records of all attempts take. */
    public synchronized long bytes() {
        return bytes;
    }

    /** How many attempts could start if they had a slot. */
    public synchronized int ready() {
        return waiting.ready();
    }

    /** How many of this partition are ready and have to be claimed before they start. */
    public synchronized int toClaim(PartitionProgress partition) {
        return waiting.toClaim(partition);
    }

    public synchronized int held() {
        return waiting.held();
    }

    public synchronized int running() {
        return inSlots.size() - leaked;
    }

    public synchronized int leaked() {
        return leaked;
    }
}
