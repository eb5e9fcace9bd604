package dev.carillon.worker.execution;

import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.IfWorkerDies;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Times;
import dev.carillon.worker.handler.CancelSignal;
import dev.carillon.worker.offset.Place;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.report.Reports.Subject;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One attempt that this worker has. Only the scheduler changes it, under its lock. */
public final class Attempt {
    /** Where an attempt is on its way. */
    public enum State {
        HELD,
        READY,
        CLAIMING,
        RUNNING,
        ENDED,
        DROPPED
    }

    /** Whether the attempt belongs to this incarnation (HELD) or still to its partition. */
    public enum Claim {
        NONE,
        NEEDED,
        PENDING,
        HELD
    }

    private final Subject subject;
    private final Place place;
    private final boolean submitted;
    private final int bytes;
    private final Instant notBefore;
    private final Instant deadline;
    private final Instant appended;
    private final CancelSignal signal = new CancelSignal();

    private volatile State state = State.READY;
    private volatile Claim claim;
    private boolean announced;
    private volatile @Nullable Instant started;
    private volatile @Nullable Ending ending;
    private volatile @Nullable Times times;
    private volatile boolean endedWhileClaimed;
    private volatile @Nullable AttemptRun run;

    public Attempt(Subject subject, Place place, Window window, Arrived arrived) {
        this.subject = subject;
        this.place = place;
        this.submitted = arrived.submitted();
        this.bytes = arrived.bytes();
        this.notBefore = window.notBefore();
        this.deadline = window.deadline();
        this.appended = window.appended();
        boolean onlyOnce = subject.task().work().ifWorkerDies() == IfWorkerDies.FAIL;
        this.claim = arrived.doubtful() || onlyOnce ? Claim.NEEDED : Claim.NONE;
    }

    /**
     * How its record came here.
     *
     * @param submitted by {@code tasks}, and not by way of the collector
     * @param doubtful an earlier owner of its partition may have started it
     * @param bytes what the record takes in memory
     */
    public record Arrived(boolean submitted, boolean doubtful, int bytes) {}

    /** When the record was appended, and between which instants the attempt may start. */
    public record Window(Instant appended, Instant notBefore, Instant deadline) {}

    public Subject subject() {
        return subject;
    }

    public ExecutionKey key() {
        return subject.key();
    }

    public Task task() {
        return subject.task();
    }

    public Place place() {
        return place;
    }

    /**
     * Whether its success needs no decision: a first attempt that came by {@code tasks} and belongs to its partition, of which
     * only this worker can commit a result; and whose key was made for it alone. The same chosen key may be submitted again,
     * also for later, and the collector has to know then that it has its outcome.
     */
    public boolean maySettle() {
        return submitted
                && claim == Claim.NONE
                && task().attempt() == 1
                && task().delivery() == 1
                && key().sub() == 0
                && isKeyOfItsOwn();
    }

    private boolean isKeyOfItsOwn() {
        ExecTime execTime = key().execTime();
        return execTime.isFresh()
                || execTime.position() != null
                || (task().origin() == Origin.TICK && key().mayBeRouted());
    }

    int bytes() {
        return bytes;
    }

    void runs(AttemptRun started) {
        run = started;
    }

    /** The call of its handler, from when a thread has it. */
    @Nullable
    AttemptRun run() {
        return run;
    }

    public Instant notBefore() {
        return notBefore;
    }

    public Instant deadline() {
        return deadline;
    }

    /** Whether it was to start at an instant, so that a wrong clock makes it early or late. */
    boolean isTimed() {
        return task().notBefore() != null || task().nominalTime() != null || notBefore.isAfter(appended);
    }

    /** Raised when the attempt's end is not waited for any more. */
    public CancelSignal signal() {
        return signal;
    }

    public State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    public Claim claim() {
        return claim;
    }

    void claim(Claim next) {
        claim = next;
    }

    void start(Instant now) {
        state = State.RUNNING;
        started = now;
    }

    @Nullable
    Instant started() {
        return started;
    }

    /** When its time is over; only while it runs. */
    public Instant timesOutAt() {
        return from(task().work().timeout());
    }

    Instant from(Duration time) {
        Instant since = started;
        return since == null ? Instant.MAX : since.plus(time);
    }

    void end(Ending how, Instant now) {
        endedWhileClaimed = claim == Claim.PENDING;
        state = State.ENDED;
        ending = how;
        times = new Times(scheduled(), started, now);
    }

    public @Nullable Ending ending() {
        return ending;
    }

    /** Whether it ended while its claim was on its way: only when that stands is it known how to report the end. */
    public boolean endedWhileClaimed() {
        return endedWhileClaimed;
    }

    /** When it was to start, did start, and ended, as far as that has come. */
    public Times times() {
        Times atEnd = times;
        return atEnd != null ? atEnd : new Times(scheduled(), started, null);
    }

    boolean isAnnounced() {
        return announced;
    }

    void announced() {
        announced = true;
    }

    private Instant scheduled() {
        Instant nominal = task().nominalTime();
        if (nominal != null) {
            return nominal;
        }
        Instant named = task().notBefore();
        return named != null ? named : appended;
    }

    @Override
    public String toString() {
        return key() + "#" + task().attempt() + " " + state;
    }
}
