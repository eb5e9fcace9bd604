package dev.carillon.trigger.intake;

import dev.carillon.trigger.definition.OutcomesRead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Passes what the intake reads to the dispatcher's thread; while it is full, the intake waits. */
public final class Inbox {
    private static final int BATCHES = 64;
    private static final Duration RETRY_PUT = Duration.ofMillis(200);
    private static final IntakeBatch WAKE_UP = new IntakeBatch(List.of(), List.of(), List.of(), 0, 0, 0);

    private final ArrayBlockingQueue<IntakeBatch> batches = new ArrayBlockingQueue<>(BATCHES);
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean schedulesFull;
    private volatile boolean calendarsFull;
    private volatile boolean controlFull;
    private volatile boolean outcomesFull;
    private volatile OutcomesRead.Follow follow = OutcomesRead.Follow.NOTHING;
    private volatile Runnable whenAsked = () -> {};

    /** Waits for space; drops the batch if the inbox is closed. */
    public void put(IntakeBatch batch) throws InterruptedException {
        while (!closed.get() && !batches.offer(batch, RETRY_PUT.toMillis(), TimeUnit.MILLISECONDS)) {
            // Full: the dispatcher is busy with a slice.
        }
    }

    /** Wakes the dispatcher without a batch. */
    public void wake() {
        // If there is no space, the dispatcher is awake already.
        var unused = batches.offer(WAKE_UP);
    }

    /** Waits up to the given time for a batch, and takes all that are there. */
    public List<IntakeBatch> take(Duration atMost) throws InterruptedException {
        List<IntakeBatch> taken = new ArrayList<>();
        IntakeBatch first = batches.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
        if (first != null) {
            taken.add(first);
            batches.drainTo(taken);
        }
        return taken;
    }

    /** Sets in which topics the intake pauses for now. */
    public void full(boolean schedules, boolean calendars, boolean control, boolean outcomes) {
        schedulesFull = schedules;
        calendarsFull = calendars;
        controlFull = control;
        outcomesFull = outcomes;
    }

    public boolean outcomesFull() {
        return outcomesFull;
    }

    /** Asks the intake to read outcomes from these positions, or to stop reading them. */
    public void follow(OutcomesRead.Follow asked) {
        if (asked != follow) {
            follow = asked;
            whenAsked.run();
        }
    }

    public OutcomesRead.Follow follow() {
        return follow;
    }

    /** Sets what is called when {@link #follow} has changed. */
    public void whenAsked(Runnable toCall) {
        whenAsked = toCall;
    }

    public boolean schedulesFull() {
        return schedulesFull;
    }

    public boolean calendarsFull() {
        return calendarsFull;
    }

    public boolean controlFull() {
        return controlFull;
    }

    public void close() {
        closed.set(true);
        wake();
    }
}
