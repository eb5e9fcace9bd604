package dev.carillon.console.history.sql;

import dev.carillon.console.history.Board;
import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.OpenRuns;
import dev.carillon.console.history.Overdue;
import dev.carillon.console.history.Run;
import dev.carillon.console.history.Tally;
import dev.carillon.console.history.WorkerEntry;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Heartbeat;
import dev.carillon.schemas.state.ExecutionState;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** How things stand, out of rows. */
final class SqlBoard implements Board {
    private static final int MOST = 500;
    private static final int MOST_WORKERS = 10_000;
    /** As the services see it: a worker is gone after ten seconds of silence. */
    private static final Duration GONE_AFTER = Duration.ofSeconds(10);

    private static final List<ExecutionState> OPEN = List.of(
            ExecutionState.PENDING,
            ExecutionState.WAITING,
            ExecutionState.QUEUED,
            ExecutionState.RUNNING,
            ExecutionState.RETRYING);

    private final SqlReading database;
    private final Clock clock;
    private final Duration overdueAfter;
    private final Supplier<Freshness> freshness;

    SqlBoard(SqlReading database, Clock clock, Duration overdueAfter, Supplier<Freshness> freshness) {
        this.database = database;
        this.clock = clock;
        this.overdueAfter = overdueAfter;
        this.freshness = freshness;
    }

    @Override
    public Tally tally(Instant since, Instant until, int slots) {
        Instant now = clock.instant();
        return database.read(statements -> new SqlTally(statements, since, until, slots).of(now));
    }

    @Override
    public List<Run> retrying(int limit) {
        return database.read(statements -> awaited(statements, ExecutionState.RETRYING, Instant.MAX, limit)).stream()
                .map(Awaited::run)
                .toList();
    }

    /** An open run, and when something ought to be heard of it. */
    private record Awaited(Instant since, Run run) {}

    private static List<Awaited> awaited(SqlStatements statements, ExecutionState state, Instant before, int limit)
            throws SQLException {
        List<Long> ids = new ArrayList<>();
        List<Instant> since = new ArrayList<>();
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT awaited, id FROM runs WHERE state = ? AND awaited IS NOT NULL AND awaited < ?"
                        + " ORDER BY awaited LIMIT ?")
                .name(state)
                .number(before.equals(Instant.MAX) ? Long.MAX_VALUE : SqlValues.micros(before))
                .number(Math.max(1, Math.min(limit, MOST))))) {
            while (row.next()) {
                since.add(row.someInstant());
                ids.add(row.number());
            }
        }
        List<Awaited> found = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            Run run = SqlRunRows.byId(statements, ids.get(i));
            if (run != null) {
                found.add(new Awaited(since.get(i), run));
            }
        }
        return found;
    }

    @Override
    public List<Overdue> overdue(int limit) {
        Instant before = clock.instant().minus(overdueAfter);
        return database.read(statements -> {
            List<Overdue> found = new ArrayList<>();
            for (ExecutionState state : OPEN) {
                awaited(statements, state, before, limit)
                        .forEach(awaited -> found.add(new Overdue(
                                awaited.run(),
                                awaited.since(),
                                why(awaited.run().state()))));
            }
            found.sort(Comparator.comparing(Overdue::since));
            return List.copyOf(found.subList(0, Math.min(found.size(), Math.max(1, limit))));
        });
    }

    /** What was expected of an execution in this state. */
    static String why(ExecutionState state) {
        return switch (state) {
            case PENDING -> "its time has come, and the collector has not released it";
            case WAITING -> "it waits for others longer than it should";
            case QUEUED -> "it lies in its queue, and no worker has spoken of it";
            case RUNNING -> "it should have ended by now, and neither a result nor an outcome was heard of";
            case RETRYING -> "its next attempt is due, and the collector has not released it";
            case SUCCEEDED, FAILED, CANCELLED, EXPIRED, SKIPPED -> "it has ended";
        };
    }

    @Override
    public List<WorkerEntry> workers() {
        Instant since = clock.instant().minus(GONE_AFTER);
        return database.read(statements -> {
            List<WorkerEntry> workers = new ArrayList<>();
            try (SqlAnswer row = statements.ask(statements
                    .with("SELECT heard_at, body FROM workers ORDER BY worker_id LIMIT ?")
                    .number(MOST_WORKERS))) {
                while (row.next()) {
                    Instant heard = Objects.requireNonNull(row.appended());
                    heartbeat(Objects.requireNonNull(row.bytes()))
                            .ifPresent(last -> workers.add(new WorkerEntry(last, heard, heard.isBefore(since))));
                }
            }
            return workers;
        });
    }

    private static Optional<Heartbeat> heartbeat(byte[] bytes) {
        try {
            return Optional.of(Kind.HEARTBEAT.decode(bytes));
        } catch (ContractException e) {
            // Safe: a heartbeat that can't be read is nobody's; the list shows the others.
            return Optional.empty();
        }
    }

    @Override
    public OpenRuns open() {
        long before = SqlValues.micros(clock.instant().minus(overdueAfter));
        return database.read(statements -> {
            Map<ExecutionState, Long> counts = new EnumMap<>(ExecutionState.class);
            long overdue = 0;
            for (ExecutionState state : OPEN) {
                counts.put(state, count(statements, state, Long.MAX_VALUE));
                overdue += count(statements, state, before);
            }
            return new OpenRuns(
                    counts.getOrDefault(ExecutionState.PENDING, 0L),
                    counts.getOrDefault(ExecutionState.WAITING, 0L),
                    counts.getOrDefault(ExecutionState.QUEUED, 0L),
                    counts.getOrDefault(ExecutionState.RUNNING, 0L),
                    counts.getOrDefault(ExecutionState.RETRYING, 0L),
                    overdue);
        });
    }

    private static long count(SqlStatements statements, ExecutionState state, long before) throws SQLException {
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT COUNT(*) FROM runs WHERE state = ? AND awaited IS NOT NULL AND awaited < ?")
                .name(state)
                .number(before))) {
            return row.next() ? row.number() : 0;
        }
    }

    @Override
    public Freshness freshness() {
        Freshness known = freshness.get();
        if (known.newest() != null) {
            return known;
        }
        // Nothing was read since the start: what is in the rows already counts.
        return database.read(statements -> {
            long newest = SqlCounters.get(statements, SqlHistoryStore.WRITTEN);
            return new Freshness(
                    newest == 0 ? null : Instant.ofEpochMilli(newest),
                    known.behind(),
                    known.caughtUp(),
                    known.kafkaGone());
        });
    }
}
