package dev.carillon.console.cluster;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.state.CurrentState;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.console.history.state.WorkerEntry;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A history in which nothing is wrong but what a test sets. */
final class SettableState implements CurrentState {
    List<OverdueRun> overdue = List.of();

    @Nullable
    Instant kafkaGone;

    @Override
    public OutcomeCounts tally(Instant since, Instant until, int slots) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Run> retrying(int limit) {
        return List.of();
    }

    @Override
    public List<OverdueRun> overdue(int limit) {
        return overdue.subList(0, Math.min(limit, overdue.size()));
    }

    @Override
    public List<WorkerEntry> workers() {
        return List.of();
    }

    @Override
    public OpenRuns open() {
        throw new UnsupportedOperationException();
    }

    @Override
    public HistoryFreshness freshness() {
        return new HistoryFreshness(null, 0, true, kafkaGone);
    }
}
