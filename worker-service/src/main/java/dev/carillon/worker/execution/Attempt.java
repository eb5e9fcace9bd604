package dev.carillon.worker.execution;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.IfWorkerDies;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Times;
import dev.carillon.worker.handler.CancelSignal;
import dev.carillon.worker.offset.Place;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.report.Reports.Subject;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One attempt in this worker's hands. Only the thread that owns the workbench changes it. */
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
    private final Instant notBefore;
    private final Instant deadline;
    private final Instant appended;
    private final CancelSignal signal = new CancelSignal();

    private State state = State.READY;
    private Claim claim;
    private boolean announced;
    private @Nullable Instant started;
    private @Nullable Ending ending;
    private @Nullable Times times;

    public Attempt(Subject subject, Place place, Window window, boolean doubtful) {
        this.subject = subject;
        this.place = place;
        this.notBefore = window.notBefore();
        this.deadline = window.deadline();
        this.appended = window.appended();
        boolean onlyOnce = subject.task().work().ifWorkerDies() == IfWorkerDies.FAIL;
        this.claim = doubtful || onlyOnce ? Claim.NEEDED : Claim.NONE;
    }

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

    /** Raised when nobody waits for the attempt any more. */
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
        state = State.ENDED;
        ending = how;
        times = new Times(scheduled(), started, now);
    }

    public @Nullable Ending ending() {
        return ending;
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
