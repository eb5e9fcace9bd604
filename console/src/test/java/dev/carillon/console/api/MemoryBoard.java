package dev.carillon.console.api;

import dev.carillon.console.cluster.AttentionItem;
import dev.carillon.console.cluster.ClusterSnapshot;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.state.CurrentState;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.console.history.state.WorkerEntry;
import dev.carillon.insight.cluster.ClusterAnswer;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.state.ExecutionState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** State of a small system, with one example of everything. */
public final class MemoryBoard implements CurrentState {
    private static final String HEARTBEAT = """
        {"worker":{"id":"worker-1","incarnation":"a"},"queues":["default"],"types":["http"],
         "startedAt":"2026-11-18T05:00:00Z","at":"2026-11-18T05:59:59Z","state":"busy",
         "load":{"capacity":10,"running":2,"held":0,"cpu":0.5,"memory":1000},"partitions":["a-0","a-1"]}\
        """;

    public volatile HistoryFreshness freshness = new HistoryFreshness(RunningConsole.NOW, 0, true, null);
    /** The problems of the cluster. */
    public volatile List<AttentionItem> needs =
            List.of(new AttentionItem("NO_WORKERS", "no worker is there", "carillon run worker", "/workers"));

    public volatile boolean anyOverdue = true;
    /** The only worker's last heartbeat. */
    public volatile WorkerEntry worker = new WorkerEntry(
            Kind.HEARTBEAT.decode(HEARTBEAT.getBytes(StandardCharsets.UTF_8)),
            RunningConsole.NOW.minusSeconds(1),
            false);
    /** The range and the slots of the last tally. */
    public volatile String tallied = "";

    ClusterSnapshot look() {
        ClusterAnswer answer = new ClusterAnswer(
                RunningConsole.NOW,
                false,
                List.of(new ClusterAnswer.Need("no worker is there", "carillon run worker")),
                new ClusterAnswer.Trigger(false, null, null, 0, 0, 10),
                new ClusterAnswer.Workers(0, 0, 0, 0, 0),
                List.of(),
                List.of(),
                new ClusterAnswer.Executions(null, null, null, null, 10, null));
        return new ClusterSnapshot(RunningConsole.NOW, answer, needs);
    }

    @Override
    public OutcomeCounts tally(Instant since, Instant until, int slots) {
        tallied = since + " to " + until + " in " + slots;
        OutcomeCounts.Counts counts = new OutcomeCounts.Counts(5, 1, 0, 0, 2);
        OutcomeCounts.Spread spread =
                new OutcomeCounts.Spread(6, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofNanos(3_500_000));
        return new OutcomeCounts(
                counts,
                9,
                spread,
                new OutcomeCounts.Spread(0, null, null, null),
                List.of(new OutcomeCounts.Slot(since, counts)));
    }

    @Override
    public List<Run> retrying(int limit) {
        return List.of(MemoryRuns.run(MemoryRuns.RETRYING, ExecutionState.RETRYING));
    }

    @Override
    public List<OverdueRun> overdue(int limit) {
        if (!anyOverdue) {
            return List.of();
        }
        Run run = MemoryRuns.run(MemoryRuns.RETRYING, ExecutionState.QUEUED);
        return List.of(new OverdueRun(run, RunningConsole.NOW.minusSeconds(300), "nobody has begun it"));
    }

    @Override
    public List<WorkerEntry> workers() {
        return List.of(worker);
    }

    @Override
    public OpenRuns open() {
        return new OpenRuns(1, 3, 4, 5, 6);
    }

    @Override
    public HistoryFreshness freshness() {
        return freshness;
    }
}
