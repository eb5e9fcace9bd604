package dev.carillon.console.history.sql;

import dev.carillon.console.history.fold.CountChanges;
import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Deletes old rows in steps that are short enough to run between two batches. */
final class SqlRetention {
    private static final int STEP = 2_000;
    private static final Duration SWEEP_EVERY = Duration.ofHours(1);
    /** As long as their topic keeps them. */
    private static final Duration LOGS_KEPT = Duration.ofDays(1);

    private static final Duration LETTERS_KEPT = Duration.ofDays(30);
    private static final Duration SHORT_ENDS_KEPT = Duration.ofDays(1);
    /** The page shows a year of days. */
    private static final Duration DAYS_KEPT = Duration.ofDays(400);

    private static final long QUARTERS_A_DAY = Duration.ofDays(1).toMillis() / CountChanges.QUARTER_MS;

    /** Each is the column of runs whose values it counts; the first counts all runs. */
    private static final List<String> FACETS =
            List.of("", "state", "type", "queue", "origin", "worker", "code", "error");

    private final SqlStatements statements;
    private final Duration kept;
    private Instant swept = Instant.MIN;

    SqlRetention(SqlStatements statements, Duration kept) {
        this.statements = statements;
        this.kept = kept;
    }

    /** Deletes some of the old rows; returns whether more are left. */
    boolean step(Instant now) throws SQLException {
        // A sweep that is to come was made before the clock was set back.
        if (!swept.isAfter(now.minus(SWEEP_EVERY)) || swept.isAfter(now)) {
            sweep(now);
            swept = now;
        }
        int logs = statements.change(statements
                .with("DELETE FROM logs WHERE (run_id, attempt, sequence) IN (SELECT run_id, attempt, sequence"
                        + " FROM logs WHERE written < ? LIMIT ?)")
                .instant(now.minus(LOGS_KEPT))
                .number(STEP));
        return runs(now.minus(kept)) || logs == STEP;
    }

    /** A run whose next record is due later than {@code before} is kept, however old it is. */
    private boolean runs(Instant before) throws SQLException {
        int found = 0;
        long last = 0;
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT id FROM runs WHERE id < ? AND (awaited IS NULL OR awaited < ?) ORDER BY id LIMIT ?")
                .number(RowId.from(before))
                .instant(before)
                .number(STEP))) {
            while (row.next()) {
                found++;
                last = row.number();
            }
        }
        if (found == 0) {
            return false;
        }
        statements.change(statements
                .with("DELETE FROM runs WHERE id <= ? AND (awaited IS NULL OR awaited < ?)")
                .number(last)
                .instant(before));
        for (String table : List.of("attempts", "bodies", "logs")) {
            statements.change(statements
                    .with("DELETE FROM " + table + " WHERE run_id <= ?"
                            + " AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = " + table + ".run_id)")
                    .number(last));
        }
        return found == STEP;
    }

    private void sweep(Instant now) throws SQLException {
        Instant before = now.minus(kept);
        recountFacets(before);
        delete(
                "DELETE FROM ends WHERE grain = " + CountChanges.SHORT_MS + " AND start < ?",
                now.minus(SHORT_ENDS_KEPT).toEpochMilli());
        delete("DELETE FROM ends WHERE grain = " + CountChanges.LONG_MS + " AND start < ?", before.toEpochMilli());
        delete(
                "DELETE FROM letters WHERE COALESCE(put_at, mark_for) < ?",
                now.minus(LETTERS_KEPT).toEpochMilli());
        delete("DELETE FROM workers WHERE heard_at < ?", before.toEpochMilli());
        delete("DELETE FROM errors WHERE id <> ? AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.error = errors.id)", 0);
        foldQuarters(Math.floorDiv(before.toEpochMilli(), CountChanges.QUARTER_MS));
        delete(
                "DELETE FROM quarters WHERE quarter < ?",
                Math.floorDiv(now.minus(DAYS_KEPT).toEpochMilli(), CountChanges.QUARTER_MS));
    }

    /** Old minutes count the runs that are kept beyond their time, because a search reads only minutes with counts. */
    private void recountFacets(Instant before) throws SQLException {
        long minute = Math.floorDiv(before.toEpochMilli(), CountChanges.MINUTE_MS);
        delete("DELETE FROM facets WHERE minute < ?", minute);
        for (String facet : FACETS) {
            String value = facet.isEmpty() ? "''" : "CAST(" + facet + " AS TEXT)";
            statements.change(statements
                    .with("INSERT INTO facets (facet, value, minute, runs) SELECT '" + facet + "', " + value + ", id / "
                            + RowId.ofMinute(1) + ", COUNT(*) FROM runs WHERE state IN ('PENDING', 'QUEUED', 'RUNNING',"
                            + " 'RETRYING') AND awaited >= ? AND id < ? AND " + value + " IS NOT NULL GROUP BY 2, 3")
                    .instant(before)
                    .number(RowId.ofMinute(minute)));
        }
    }

    private void delete(String sql, long before) throws SQLException {
        statements.change(statements.with(sql).number(before));
    }

    /** Merges the quarters of each old day into one row at noon UTC, which is on the same day in most zones. */
    private void foldQuarters(long before) throws SQLException {
        long noon = QUARTERS_A_DAY / 2;
        String old = " quarter < ? AND quarter % " + QUARTERS_A_DAY + " <> " + noon;
        statements.change(statements
                .with("INSERT INTO quarters (task_id, quarter, state, runs) SELECT task_id, quarter / "
                        + QUARTERS_A_DAY + " * " + QUARTERS_A_DAY + " + " + noon + ", state, SUM(runs) FROM quarters"
                        + " WHERE" + old + " GROUP BY 1, 2, 3 ON CONFLICT (task_id, quarter, state)"
                        + " DO UPDATE SET runs = quarters.runs + excluded.runs")
                .number(before));
        delete("DELETE FROM quarters WHERE" + old, before);
    }
}
