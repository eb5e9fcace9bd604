package dev.carillon.console.history.sql;

import dev.carillon.console.history.Overdue;
import dev.carillon.console.history.Run;
import dev.carillon.schemas.state.ExecutionState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Executions that have not ended, by when the next sign of life is due. */
final class SqlOpenRuns {
    private static final int MOST = 500;

    private static final List<ExecutionState> OPEN = List.of(
            ExecutionState.PENDING,
            ExecutionState.WAITING,
            ExecutionState.QUEUED,
            ExecutionState.RUNNING,
            ExecutionState.RETRYING);

    private SqlOpenRuns() {}

    /** An open run, and when something ought to be heard of it. */
    private record Awaited(Instant since, Run run) {}

    private static List<Awaited> awaited(
            SqlStatements statements, ExecutionState state, Instant from, long before, boolean untold, int limit)
            throws SQLException {
        List<Long> ids = new ArrayList<>();
        List<Instant> since = new ArrayList<>();
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT awaited, id FROM runs WHERE state = ? AND awaited IS NOT NULL AND awaited >= ?"
                        + " AND awaited < ?" + (untold ? " AND overdue_at = 0" : "") + " ORDER BY awaited LIMIT ?")
                .name(state)
                .number(SqlValues.micros(from))
                .number(before)
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

    static List<Run> retrying(SqlStatements statements, int limit) throws SQLException {
        return awaited(statements, ExecutionState.RETRYING, Instant.EPOCH, Long.MAX_VALUE, false, limit).stream()
                .map(Awaited::run)
                .toList();
    }

    /** Those that were due in a time, the longest first; perhaps only those of which nobody has told. */
    static List<Overdue> silent(SqlStatements statements, Instant from, Instant until, boolean untold, int limit)
            throws SQLException {
        List<Overdue> found = new ArrayList<>();
        for (ExecutionState state : OPEN) {
            awaited(statements, state, from, SqlValues.micros(until), untold, limit)
                    .forEach(awaited -> found.add(new Overdue(
                            awaited.run(), awaited.since(), why(awaited.run().state()))));
        }
        found.sort(Comparator.comparing(Overdue::since));
        return List.copyOf(found.subList(0, Math.min(found.size(), Math.max(1, limit))));
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

    /** All that were due before this time. */
    static long count(SqlStatements statements, long before) throws SQLException {
        long count = 0;
        for (ExecutionState state : OPEN) {
            count += count(statements, state, before);
        }
        return count;
    }

    static long count(SqlStatements statements, ExecutionState state, long before) throws SQLException {
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT COUNT(*) FROM runs WHERE state = ? AND awaited IS NOT NULL AND awaited < ?")
                .name(state)
                .number(before))) {
            return row.next() ? row.number() : 0;
        }
    }
}
