package dev.carillon.worker.execution;

import dev.carillon.kit.time.ClockReading;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.worker.handler.CancelSignal;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords.Subject;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One attempt of this worker. Only the scheduler changes it, under its lock. */
public final class Attempt {
    /** The state of an attempt; see the description of the package. */
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
    private final RecordOffset place;
    private final boolean submitted;
    private final int bytes;
    private final Instant notBefore;
    private final Instant deadline;
    private final Instant appended;
    private final CancelSignal signal = new CancelSignal();

    private volatile State state = State.READY;
    private volatile Claim claim;
    private boolean announced;
    private volatile @Nullable ClockReading started;
    private volatile @Nullable AttemptEnding ending;
    private volatile @Nullable AttemptTimes times;
    private volatile boolean endedWhileClaimed;
    private volatile @Nullable AttemptRun run;

    public Attempt(Subject subject, RecordOffset place, Window window, Arrived arrived) {
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
     * How its record was read.
     *
     * @param submitted whether from a task topic, and not from what the collector released
     * @param doubtful whether an earlier owner of its partition may have started it
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

    public RecordOffset place() {
        return place;
    }

    /**
     * Whether a success may be settled by this worker: a first attempt from a task topic that was never claimed, so
     * that only this worker can commit a result, with a key that was made for it alone. A key chosen by a client may be
     * submitted again, also for later, and then the collector must know that it has its outcome.
     */
    public boolean maySettle() {
        return submitted
                && claim == Claim.NONE
                && task().attempt() == 1
                && task().delivery() == 1
                && key().sub() == 0
                && hasUniqueKey();
    }

    /** Whether its record may be written to another topic: it belongs to its partition, and is not too large for that. */
    boolean mayMove() {
        return (claim == Claim.NONE || claim == Claim.NEEDED) && bytes <= Limits.TASK_BYTES / 2;
    }

    private boolean hasUniqueKey() {
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

    /** The call of its handler; null until a thread has it. */
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

    /** Whether it is due at an instant, so that a wrong clock makes it early or late. */
    boolean isTimed() {
        return task().notBefore() != null || task().nominalTime() != null || notBefore.isAfter(appended);
    }

    /** Raised when the handler should stop. */
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

    void start(ClockReading now) {
        state = State.RUNNING;
        started = now;
    }

    boolean hasStarted() {
        return started != null;
    }

    /** When it started. */
    ClockReading started() {
        return Objects.requireNonNull(started, "it has not started");
    }

    /** When it times out. */
    public ClockReading timesOutAt() {
        return started().after(task().work().timeout());
    }

    void end(AttemptEnding how, ClockReading now) {
        endedWhileClaimed = claim == Claim.PENDING;
        state = State.ENDED;
        ending = how;
        ClockReading since = started;
        // The end follows from the start and the time between them: a step of the clock makes no attempt look longer.
        times = since == null
                ? new AttemptTimes(scheduled(), null, now.wall())
                : new AttemptTimes(scheduled(), since.wall(), since.wall().plus(now.since(since)));
    }

    public @Nullable AttemptEnding ending() {
        return ending;
    }

    /** Whether it ended while its claim was being committed: how to report the end is known only after that. */
    public boolean endedWhileClaimed() {
        return endedWhileClaimed;
    }

    /** When it was to start, did start, and ended, as far as known. */
    public AttemptTimes times() {
        AttemptTimes atEnd = times;
        ClockReading since = started;
        return atEnd != null ? atEnd : new AttemptTimes(scheduled(), since == null ? null : since.wall(), null);
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
