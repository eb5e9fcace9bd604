package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.schemas.state.ExecutionState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads open executions by when the next record about them is due. */
public final class SqlOpenRuns {
    private static final int MOST = 500;

    private static final List<ExecutionState> OPEN =
            List.of(ExecutionState.PENDING, ExecutionState.QUEUED, ExecutionState.RUNNING, ExecutionState.RETRYING);

    private SqlOpenRuns() {}

    /** An open run, and when the next record about it is due. */
    private record Awaited(Instant since, Run run) {}

    private static List<Awaited> awaited(
            SqlStatements statements,
            ExecutionState state,
            Instant from,
            long before,
            boolean unreportedOnly,
            int limit)
            throws SQLException {
        List<Long> ids = new ArrayList<>();
        List<Instant> since = new ArrayList<>();
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT awaited, id FROM runs WHERE state = ? AND awaited IS NOT NULL AND awaited >= ?"
                        + " AND awaited < ?" + (unreportedOnly ? " AND overdue_at = 0" : "")
                        + " ORDER BY awaited LIMIT ?")
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

    public static List<Run> retrying(SqlStatements statements, int limit) throws SQLException {
        return awaited(statements, ExecutionState.RETRYING, Instant.EPOCH, Long.MAX_VALUE, false, limit).stream()
                .map(Awaited::run)
                .toList();
    }

    /** Runs whose next record was due in the time, the longest overdue first. */
    public static List<OverdueRun> overdue(
            SqlStatements statements, Instant from, Instant until, boolean unreportedOnly, int limit)
            throws SQLException {
        List<OverdueRun> found = new ArrayList<>();
        for (ExecutionState state : OPEN) {
            awaited(statements, state, from, SqlValues.micros(until), unreportedOnly, limit)
                    .forEach(awaited -> found.add(new OverdueRun(
                            awaited.run(), awaited.since(), why(awaited.run().state()))));
        }
        found.sort(Comparator.comparing(OverdueRun::since));
        return List.copyOf(found.subList(0, Math.min(found.size(), Math.max(1, limit))));
    }

    /** Which step of an execution in this state did not happen. */
    static String why(ExecutionState state) {
        return switch (state) {
            case PENDING -> "it is due, and the collector has not released it";
            case QUEUED -> "it is in its queue, and no worker has started it";
            case RUNNING -> "it should have ended by now, and has neither a result nor an outcome";
            case RETRYING -> "its next attempt is due, and the collector has not released it";
            case SUCCEEDED, FAILED, CANCELLED, EXPIRED, SKIPPED -> "it has ended";
        };
    }

    /** How many runs had their next record due before this time. */
    public static long count(SqlStatements statements, long before) throws SQLException {
        long count = 0;
        for (ExecutionState state : OPEN) {
            count += count(statements, state, before);
        }
        return count;
    }

    public static long count(SqlStatements statements, ExecutionState state, long before) throws SQLException {
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT COUNT(*) FROM runs WHERE state = ? AND awaited IS NOT NULL AND awaited < ?")
                .name(state)
                .number(before))) {
            return row.next() ? row.number() : 0;
        }
    }
}
