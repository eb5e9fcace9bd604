package dev.carillon.console.history.fold;

import dev.carillon.schemas.key.ExecutionKey;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The facts of one execution; applying a record twice, or records in another order, gives the same facts. */
public final class RunFacts {
    /** More than an execution with the most retries has. */
    private static final int MOST_ATTEMPTS = 1_001;

    private final ExecutionKey key;
    private long id;
    private long firstHeard = Long.MAX_VALUE;
    private long lastHeard;
    private long runningSign;
    private long cancelAsked;
    private long reportedOverdue;
    private @Nullable TaskFact task;
    private @Nullable OutcomeFact outcome;
    private final NavigableMap<Integer, AttemptFacts> attempts = new TreeMap<>();
    private final RecordPlaces places = new RecordPlaces();

    public RunFacts(ExecutionKey key) {
        this.key = key;
    }

    /**
     * Append times in milliseconds.
     *
     * @param runningSign of the last event that it runs; 0 if there was none
     * @param cancelAsked of the last command to cancel it; 0 if there was none
     * @param reportedOverdue of the last event that it is overdue; 0 if there was none
     */
    public record Times(long firstHeard, long lastHeard, long runningSign, long cancelAsked, long reportedOverdue) {}

    /** An execution with the facts of its row, but without attempts and places. */
    public static RunFacts restored(
            ExecutionKey key, long id, Times times, @Nullable TaskFact task, @Nullable OutcomeFact outcome) {
        RunFacts facts = new RunFacts(key);
        facts.id = id;
        facts.firstHeard = times.firstHeard;
        facts.lastHeard = times.lastHeard;
        facts.runningSign = times.runningSign;
        facts.cancelAsked = times.cancelAsked;
        facts.reportedOverdue = times.reportedOverdue;
        facts.task = task;
        facts.outcome = outcome;
        return facts;
    }

    /** Adds an attempt as its row has it. */
    public void restore(AttemptFacts attempt) {
        attempts.put(attempt.number(), attempt);
    }

    /** Sets the number of its row. */
    public void numbered(long newId) {
        id = newId;
    }

    void seen(RecordStamp stamp) {
        firstHeard = Math.min(firstHeard, stamp.at());
        lastHeard = Math.max(lastHeard, stamp.at());
    }

    void isRunning(RecordStamp stamp) {
        runningSign = Math.max(runningSign, stamp.at());
    }

    void isToBeCancelled(RecordStamp stamp) {
        cancelAsked = Math.max(cancelAsked, stamp.at());
    }

    void isReportedOverdue(RecordStamp stamp) {
        reportedOverdue = Math.max(reportedOverdue, stamp.at());
    }

    void isTask(TaskFact added) {
        task = TaskFact.first(task, added);
    }

    void hasEnded(OutcomeFact added) {
        outcome = OutcomeFact.last(outcome, added);
    }

    /** The attempt of this number, added if it is new. */
    AttemptFacts attempt(int number) {
        return attempts.computeIfAbsent(Math.min(number, MOST_ATTEMPTS), AttemptFacts::new);
    }

    public ExecutionKey key() {
        return key;
    }

    /** The number of its row; 0 before it is stored. */
    public long id() {
        return id;
    }

    public Times times() {
        return new Times(firstHeard, lastHeard, runningSign, cancelAsked, reportedOverdue);
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

    /** The attempt with the highest number; null if there is none. */
    @Nullable
    AttemptFacts last() {
        return attempts.isEmpty() ? null : attempts.lastEntry().getValue();
    }

    @Nullable
    AttemptFacts first() {
        return attempts.isEmpty() ? null : attempts.firstEntry().getValue();
    }

    public RecordPlaces places() {
        return places;
    }
}
