package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.ingest.HistoryIngest;
import dev.carillon.console.history.sql.database.SqlReading;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.console.overdue.OverdueQuery;
import java.time.Instant;
import java.util.List;

/** Answers {@link OverdueQuery} from rows. */
public final class SqlOverdueQuery implements OverdueQuery {
    private final SqlReading database;
    private final HistoryIngest ingest;

    public SqlOverdueQuery(SqlReading database, HistoryIngest ingest) {
        this.database = database;
        this.ingest = ingest;
    }

    @Override
    public List<OverdueRun> unreported(Instant from, Instant until, int limit) {
        return database.read(statements -> SqlOpenRuns.overdue(statements, from, until, true, limit));
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
