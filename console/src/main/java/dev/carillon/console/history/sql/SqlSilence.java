package dev.carillon.console.history.sql;

import dev.carillon.console.history.Overdue;
import dev.carillon.console.history.ingest.Ingest;
import dev.carillon.console.overdue.Silence;
import java.time.Instant;
import java.util.List;

/** Silent executions out of rows. */
final class SqlSilence implements Silence {
    private final SqlReading database;
    private final Ingest ingest;

    SqlSilence(SqlReading database, Ingest ingest) {
        this.database = database;
        this.ingest = ingest;
    }

    @Override
    public List<Overdue> untold(Instant from, Instant until, int limit) {
        return database.read(statements -> SqlOpenRuns.silent(statements, from, until, true, limit));
    }

    @Override
    public long count(Instant until) {
        return database.read(statements -> SqlOpenRuns.count(statements, SqlValues.micros(until)));
    }

    @Override
    public boolean isUpToDate(Instant now) {
        return ingest.isUpToDate(now);
    }
}
