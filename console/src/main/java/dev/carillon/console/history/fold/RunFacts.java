package dev.carillon.console.history.fold;

import dev.carillon.schemas.key.ExecutionKey;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All that is known of one execution; telling it something twice, or in another order, makes no difference. */
public final class RunFacts {
    /** More than an execution with the most retries has. */
    private static final int MOST_ATTEMPTS = 1_001;

    private final ExecutionKey key;
    private long id;
    private long firstHeard = Long.MAX_VALUE;
    private long lastHeard;
    private long runningSign;
    private long cancelAsked;
    private long toldOverdue;
    private @Nullable TaskFact task;
    private @Nullable OutcomeFact outcome;
    private final NavigableMap<Integer, AttemptFacts> attempts = new TreeMap<>();
    private final Places places = new Places();

    public RunFacts(ExecutionKey key) {
        this.key = key;
    }

    /**
     * Append times in milliseconds.
     *
     * @param runningSign of the last event that it runs; 0 if there was none
     * @param cancelAsked when somebody asked to cancel it last; 0 if nobody did
     * @param toldOverdue of the last event that it is overdue; 0 if there was none
     */
    public record Times(long firstHeard, long lastHeard, long runningSign, long cancelAsked, long toldOverdue) {}

    /** As it was kept, but for its attempts and places. */
    public static RunFacts restored(
            ExecutionKey key, long id, Times times, @Nullable TaskFact task, @Nullable OutcomeFact outcome) {
        RunFacts facts = new RunFacts(key);
        facts.id = id;
        facts.firstHeard = times.firstHeard;
        facts.lastHeard = times.lastHeard;
        facts.runningSign = times.runningSign;
        facts.cancelAsked = times.cancelAsked;
        facts.toldOverdue = times.toldOverdue;
        facts.task = task;
        facts.outcome = outcome;
        return facts;
    }

    /** Adds an attempt as it was kept. */
    public void restore(AttemptFacts attempt) {
        attempts.put(attempt.number(), attempt);
    }

    /** Gives it the number of its row. */
    public void numbered(long newId) {
        id = newId;
    }

    void heard(Stamp stamp) {
        firstHeard = Math.min(firstHeard, stamp.at());
        lastHeard = Math.max(lastHeard, stamp.at());
    }

    void isRunning(Stamp stamp) {
        runningSign = Math.max(runningSign, stamp.at());
    }

    void isToBeCancelled(Stamp stamp) {
        cancelAsked = Math.max(cancelAsked, stamp.at());
    }

    void isToldOverdue(Stamp stamp) {
        toldOverdue = Math.max(toldOverdue, stamp.at());
    }

    void isTask(TaskFact told) {
        task = TaskFact.first(task, told);
    }

    void hasEnded(OutcomeFact told) {
        outcome = OutcomeFact.last(outcome, told);
    }

    /** The attempt of this number, known or not yet. */
    AttemptFacts attempt(int number) {
        return attempts.computeIfAbsent(Math.min(number, MOST_ATTEMPTS), AttemptFacts::new);
    }

    public ExecutionKey key() {
        return key;
    }

    /** The number of its row; 0 as long as it has none. */
    public long id() {
        return id;
    }

    public Times times() {
        return new Times(firstHeard, lastHeard, runningSign, cancelAsked, toldOverdue);
    }

    public @Nullable TaskFact task() {
        return task;
    }

    public @Nullable OutcomeFact outcome() {
        return outcome;
    }

    public Collection<AttemptFacts> attempts() {
        return attempts.values();
    }

    /** The last attempt that was heard of. */
    @Nullable
    AttemptFacts last() {
        return attempts.isEmpty() ? null : attempts.lastEntry().getValue();
    }

    @Nullable
    AttemptFacts first() {
        return attempts.isEmpty() ? null : attempts.firstEntry().getValue();
    }

    public Places places() {
        return places;
    }
}
