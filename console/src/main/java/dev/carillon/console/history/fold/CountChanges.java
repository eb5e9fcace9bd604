package dev.carillon.console.history.fold;

import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a batch changes the stored counts: the former state of an execution is subtracted, its new state added. So the
 * counts stay right when records come late, and no query has to count rows.
 */
public final class CountChanges {
    /** Runs are counted by the minute in which their first records were appended. */
    public static final long MINUTE_MS = 60_000;
    /** All zones differ from UTC by multiples of this, so days of any zone are sums of such quarters. */
    public static final long QUARTER_MS = 15 * MINUTE_MS;
    /** Ends are counted twice: in short slots like this, for recent times, and in long ones. */
    public static final long SHORT_MS = 10_000;

    public static final long LONG_MS = 5 * MINUTE_MS;

    private final Map<Facet, Long> facets = new HashMap<>();
    private final Map<Quarter, Long> quarters = new HashMap<>();
    private final Map<Ends, Long> ends = new HashMap<>();

    /** Key of a count: runs of a minute that have this value in the column of the facet. */
    public record Facet(String facet, String value, long minute) {}

    /** Key of a count: runs of a task that were due in a quarter of an hour and are in this state. */
    public record Quarter(String taskId, long quarter, ExecutionState state) {}

    /**
     * Key of a count: ends of a slot that fall into a class of a measure.
     *
     * @param grain length of the slot
     * @param measure an outcome status, or one of the constants below
     * @param number the {@link SizeClass} of a duration, or 0
     */
    public record Ends(long grain, long start, String measure, int number) {}

    /** The measure that sums up attempts. A SKIPPED outcome counts once per tick. */
    public static final String ATTEMPTS = "ATTEMPTS";
    /** Measures of durations. */
    public static final String TOOK = "TOOK";

    public static final String LATE = "LATE";

    /** Subtracts the former state of the execution. */
    public void subtract(RunFacts facts, RunSummary summary) {
        count(facts, summary, -1);
    }

    /** Adds its new state. */
    public void add(RunFacts facts, RunSummary summary) {
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
