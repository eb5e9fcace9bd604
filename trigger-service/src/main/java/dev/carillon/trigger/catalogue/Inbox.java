package dev.carillon.trigger.catalogue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Hands what the intake reads to the thread that decides; a full one makes the intake wait. */
public final class Inbox {
    private static final int BATCHES = 64;
    private static final Duration RETRY_PUT = Duration.ofMillis(200);
    private static final IntakeBatch KNOCK = new IntakeBatch(List.of(), List.of(), List.of(), 0, 0, 0);

    private final ArrayBlockingQueue<IntakeBatch> batches = new ArrayBlockingQueue<>(BATCHES);
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean schedulesFull;
    private volatile boolean calendarsFull;
    private volatile boolean controlFull;
    private volatile boolean outcomesFull;
    private volatile OutcomesRead.Follow follow = OutcomesRead.Follow.NOTHING;
    private volatile Runnable whenAsked = () -> {};

    /** Waits for room; gives up when the inbox is closed. */
    public void put(IntakeBatch batch) throws InterruptedException {
        while (!closed.get() && !batches.offer(batch, RETRY_PUT.toMillis(), TimeUnit.MILLISECONDS)) {
            // Full: the decider is busy with a slice.
        }
    }

    /** Wakes the decider without bringing anything. */
    public void knock() {
        // When there is no room, it is awake already, and may have taken all meanwhile.
        var unused = batches.offer(KNOCK);
    }

    /** Waits up to the given time for something to come, and takes all there is. */
    public List<IntakeBatch> take(Duration atMost) throws InterruptedException {
        List<IntakeBatch> taken = new ArrayList<>();
        IntakeBatch first = batches.poll(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
        if (first != null) {
            taken.add(first);
            batches.drainTo(taken);
        }
        return taken;
    }

    /** Says which topics the intake shall not read on in for now. */
    public void full(boolean schedules, boolean calendars, boolean control, boolean outcomes) {
        schedulesFull = schedules;
        calendarsFull = calendars;
        controlFull = control;
        outcomesFull = outcomes;
    }

    public boolean outcomesFull() {
        return outcomesFull;
    }

    /** Asks the intake to read outcomes from here, or no more. */
    public void follow(OutcomesRead.Follow asked) {
        if (asked != follow) {
            follow = asked;
            whenAsked.run();
        }
    }

    public OutcomesRead.Follow follow() {
        return follow;
    }

    /** Calls this when what is asked of the intake has changed. */
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
        knock();
    }
}
