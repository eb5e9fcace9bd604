package dev.carillon.console.history.fold;

import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a batch changes what is counted: what an execution was is taken away, what it is now is added. So counts are true
 * whatever comes late, and nobody has to count rows.
 */
public final class Tallies {
    /** Runs by the minute in which they were first heard of. */
    public static final long MINUTE_MS = 60_000;
    /** Zones differ from UTC by multiples of this, so that days of any zone can be put together. */
    public static final long QUARTER_MS = 15 * MINUTE_MS;
    /** Ends are counted in parts of the time as short as this, and in long ones. */
    public static final long SHORT_MS = 10_000;

    public static final long LONG_MS = 5 * MINUTE_MS;

    private final Map<Facet, Long> facets = new HashMap<>();
    private final Map<Quarter, Long> quarters = new HashMap<>();
    private final Map<Ends, Long> ends = new HashMap<>();

    /** How many runs of a minute have a value in common. */
    public record Facet(String facet, String value, long minute) {}

    /** How many runs of a task that were due in a quarter of an hour are in a state. */
    public record Quarter(String taskId, long quarter, ExecutionState state) {}

    /**
     * How many ends of a part of the time are of a class.
     *
     * @param grain how long the part is
     * @param measure what is classed
     * @param number the class
     */
    public record Ends(long grain, long start, String measure, int number) {}

    /** Attempts in all. Outcomes are counted by the names of their statuses; skipped ones by ticks. */
    public static final String ATTEMPTS = "ATTEMPTS";
    /** By {@link SizeClass}. */
    public static final String TOOK = "TOOK";

    public static final String LATE = "LATE";

    /** Takes away what the execution was. */
    public void leave(RunFacts facts, RunSummary summary) {
        count(facts, summary, -1);
    }

    /** Adds what it is. */
    public void enter(RunFacts facts, RunSummary summary) {
        count(facts, summary, 1);
    }

    private void count(RunFacts facts, RunSummary summary, int by) {
        long minute = RowId.minute(facts.id());
        facet("", "", minute, by);
        facet("state", summary.state().name(), minute, by);
        TaskFact task = facts.task();
        if (task != null) {
            facet("type", task.type(), minute, by);
            facet("queue", task.queue(), minute, by);
            facet("origin", task.origin().name(), minute, by);
        }
        facet("worker", summary.worker(), minute, by);
        facet("code", summary.code(), minute, by);
        if (summary.error() != null) {
            facet("error", Long.toString(summary.error().id()), minute, by);
        }
        Instant due = summary.due();
        OutcomeFact outcome = facts.outcome();
        long weight = outcome == null || outcome.skipped() == null
                ? 1
                : outcome.skipped().count();
        boolean scheduled = task == null ? weight > 1 || isSkip(summary) : task.scheduled();
        if (due != null && scheduled) {
            quarters.merge(
                    new Quarter(facts.key().taskId(), Math.floorDiv(due.toEpochMilli(), QUARTER_MS), summary.state()),
                    by * weight,
                    Long::sum);
        }
        if (outcome != null) {
            ends(outcome, summary, SHORT_MS, by, weight);
            ends(outcome, summary, LONG_MS, by, weight);
        }
    }

    private static boolean isSkip(RunSummary summary) {
        return summary.state() == ExecutionState.SKIPPED;
    }

    private void ends(OutcomeFact outcome, RunSummary summary, long grain, int by, long weight) {
        long start = Math.floorDiv(outcome.decided().toEpochMilli(), grain) * grain;
        ends(new Ends(grain, start, outcome.status().name(), 0), by * weight);
        ends(new Ends(grain, start, ATTEMPTS, 0), (long) by * summary.attempts());
        classed(grain, start, TOOK, summary.took(), by);
        classed(grain, start, LATE, summary.late(), by);
    }

    private void classed(long grain, long start, String measure, @Nullable Duration duration, int by) {
        if (duration != null) {
            ends(new Ends(grain, start, measure, SizeClass.of(duration)), by);
        }
    }

    private void ends(Ends key, long by) {
        ends.merge(key, by, Long::sum);
    }

    private void facet(String facet, @Nullable String value, long minute, int by) {
        if (value != null) {
            facets.merge(new Facet(facet, value, minute), (long) by, Long::sum);
        }
    }

    public Map<Facet, Long> facets() {
        return changes(facets);
    }

    public Map<Quarter, Long> quarters() {
        return changes(quarters);
    }

    public Map<Ends, Long> ends() {
        return changes(ends);
    }

    private static <K> Map<K, Long> changes(Map<K, Long> counts) {
        counts.values().removeIf(by -> by == 0);
        return counts;
    }
}
