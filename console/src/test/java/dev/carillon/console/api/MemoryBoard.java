package dev.carillon.console.api;

import dev.carillon.console.history.Board;
import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.OpenRuns;
import dev.carillon.console.history.Overdue;
import dev.carillon.console.history.Run;
import dev.carillon.console.history.Tally;
import dev.carillon.console.history.WorkerEntry;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.state.ExecutionState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A system that has done a little, with one of everything. */
final class MemoryBoard implements Board {
    private static final String HEARTBEAT = """
        {"worker":{"id":"worker-1","incarnation":"a"},"queues":["default"],"types":["http"],
         "startedAt":"2026-11-18T05:00:00Z","at":"2026-11-18T05:59:59Z","state":"busy",
         "load":{"capacity":10,"running":2,"held":0,"cpu":0.5,"memory":1000},"partitions":["a-0","a-1"]}\
        """;

    @Override
    public Tally tally(Instant since, Instant until, int slots) {
        Tally.Counts counts = new Tally.Counts(5, 1, 0, 0, 2);
        Tally.Spread spread =
                new Tally.Spread(6, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofNanos(3_500_000));
        return new Tally(
                counts, 9, spread, new Tally.Spread(0, null, null, null), List.of(new Tally.Slot(since, counts)));
    }

    @Override
    public List<Run> retrying(int limit) {
        return List.of(MemoryRuns.run(MemoryRuns.RETRYING, ExecutionState.RETRYING));
    }

    @Override
    public List<Overdue> overdue(int limit) {
        Run run = MemoryRuns.run(MemoryRuns.RETRYING, ExecutionState.QUEUED);
        return List.of(new Overdue(run, RunningConsole.NOW.minusSeconds(300), "nobody has begun it"));
    }

    @Override
    public List<WorkerEntry> workers() {
        return List.of(new WorkerEntry(
                Kind.HEARTBEAT.decode(HEARTBEAT.getBytes(StandardCharsets.UTF_8)),
                RunningConsole.NOW.minusSeconds(1),
                false));
    }

    @Override
    public OpenRuns open() {
        return new OpenRuns(1, 2, 3, 4, 5, 6);
    }

    @Override
    public Freshness freshness() {
        return new Freshness(RunningConsole.NOW, 0, true, null);
    }
}
