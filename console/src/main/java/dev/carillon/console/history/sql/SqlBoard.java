package dev.carillon.console.history.sql;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlCounters;
import dev.carillon.console.history.sql.database.SqlReading;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.console.history.sql.run.SqlOpenRuns;
import dev.carillon.console.history.state.CurrentState;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.console.history.state.WorkerEntry;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers {@link CurrentState} from rows. */
final class SqlBoard implements CurrentState {
    private static final int MOST_WORKERS = 10_000;

    private final SqlReading database;
    private final Clock clock;
    private final Duration overdueAfter;
    private final Supplier<HistoryFreshness> freshness;

    SqlBoard(SqlReading database, Clock clock, Duration overdueAfter, Supplier<HistoryFreshness> freshness) {
        this.database = database;
        this.clock = clock;
        this.overdueAfter = overdueAfter;
        this.freshness = freshness;
    }

    @Override
    public OutcomeCounts tally(Instant since, Instant until, int slots) {
        Instant now = clock.instant();
        return database.read(statements -> new SqlTally(statements, since, until, slots).of(now));
    }

    @Override
    public List<Run> retrying(int limit) {
        return database.read(statements -> SqlOpenRuns.retrying(statements, limit));
    }

    @Override
    public List<OverdueRun> overdue(int limit) {
        Instant before = clock.instant().minus(overdueAfter);
        return database.read(statements -> SqlOpenRuns.overdue(statements, Instant.EPOCH, before, false, limit));
    }

    @Override
    public List<WorkerEntry> workers() {
        Instant since = clock.instant().minus(AgreedDurations.WORKER_GONE);
        return database.read(statements -> {
            List<WorkerEntry> workers = new ArrayList<>();
            try (SqlAnswer row = statements.ask(statements
                    .with("SELECT heard_at, body FROM workers ORDER BY worker_id LIMIT ?")
                    .number(MOST_WORKERS))) {
                while (row.next()) {
                    Instant appended = Objects.requireNonNull(row.appended());
                    heartbeat(Objects.requireNonNull(row.bytes()))
                            .ifPresent(last -> workers.add(new WorkerEntry(last, appended, appended.isBefore(since))));
                }
            }
            return workers;
        });
    }

    private static Optional<Heartbeat> heartbeat(byte[] bytes) {
        try {
            return Optional.of(Kind.HEARTBEAT.decode(bytes));
        } catch (ContractException e) {
            // Safe: an unreadable heartbeat names no worker; the list shows the others.
            return Optional.empty();
        }
    }

    @Override
    public OpenRuns open() {
        long before = SqlValues.micros(clock.instant().minus(overdueAfter));
        return database.read(statements -> new OpenRuns(
                SqlOpenRuns.count(statements, ExecutionState.PENDING, Long.MAX_VALUE),
                SqlOpenRuns.count(statements, ExecutionState.QUEUED, Long.MAX_VALUE),
                SqlOpenRuns.count(statements, ExecutionState.RUNNING, Long.MAX_VALUE),
                SqlOpenRuns.count(statements, ExecutionState.RETRYING, Long.MAX_VALUE),
                SqlOpenRuns.count(statements, before)));
    }

    @Override
    public HistoryFreshness freshness() {
        HistoryFreshness known = freshness.get();
        if (known.newest() != null) {
            return known;
        }
        // Before the first batch since the start, the stored rows are what the answers come from.
        return database.read(statements -> {
            long newest = SqlCounters.get(statements, SqlHistoryStore.WRITTEN);
            return new HistoryFreshness(
                    newest == 0 ? null : Instant.ofEpochMilli(newest),
                    known.behind(),
                    known.caughtUp(),
                    known.kafkaGone());
        });
    }
}
