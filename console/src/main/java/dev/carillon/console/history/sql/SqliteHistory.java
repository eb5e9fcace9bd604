package dev.carillon.console.history.sql;

import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.deadletter.DeadLetters;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.ingest.HistoryIngest;
import dev.carillon.console.history.ingest.TopicSource;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.console.history.sql.database.SqlMigrations;
import dev.carillon.console.history.sql.database.SqliteDatabase;
import dev.carillon.console.history.sql.database.SqliteDirectory;
import dev.carillon.console.history.sql.run.SqlOverdueQuery;
import dev.carillon.console.history.sql.run.SqlRuns;
import dev.carillon.console.history.state.CurrentState;
import dev.carillon.console.overdue.OverdueQuery;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * A history in an SQLite file: the ingest loop fills it, and the ports below query it. It locks its directory from
 * {@link #open} to {@link #close}; the loop has to be stopped before it is closed.
 */
public final class SqliteHistory implements AutoCloseable {
    private final SqliteDatabase database;
    private final HistoryIngest ingest;
    private final HistoryConfig config;
    private final Clock clock;

    private SqliteHistory(SqliteDatabase database, HistoryIngest ingest, HistoryConfig config, Clock clock) {
        this.database = database;
        this.ingest = ingest;
        this.config = config;
        this.clock = clock;
    }

    /**
     * Opens the history, which is created if it does not exist.
     *
     * @param sources makes the source that the loop reads, and closes when it ends
     * @throws dev.carillon.console.history.HistoryException if the directory is locked, can't be written, or holds the
     *     history of a newer version
     */
    public static SqliteHistory open(
            HistoryConfig config, TopicNames names, Supplier<TopicSource> sources, Clock clock, MeterRegistry meters) {
        SqliteDatabase database = SqliteDatabase.open(Path.of(config.dir()), SqlMigrations.sqlite(), config.readers());
        HistoryIngest ingest = new HistoryIngest(
                new SqlHistoryStore(database, names, config.retention()),
                sources,
                new RecordReader(names),
                clock,
                meters);
        return new SqliteHistory(database, ingest, config, clock);
    }

    /**
     * Deletes a history of any version, even a damaged one.
     *
     * @throws dev.carillon.console.history.HistoryException if a console uses it, or the directory can't be written
     */
    public static void discard(HistoryConfig config) {
        try (SqliteDirectory directory = SqliteDirectory.hold(Path.of(config.dir()))) {
            directory.deleteDatabase();
        }
    }

    /** The loop body that fills the history; only one loop may run it. */
    public HistoryIngest ingest() {
        return ingest;
    }

    public Runs runs() {
        return new SqlRuns(database);
    }

    public ScheduleHistory schedules() {
        return new SqlScheduleHistory(database);
    }

    public DeadLetters deadLetters() {
        return new SqlDeadLetters(database);
    }

    public CurrentState currentState() {
        return new SqlBoard(database, clock, config.overdueAfter(), ingest::freshness);
    }

    /** The port of the watch for overdue executions. */
    public OverdueQuery overdueQuery() {
        return new SqlOverdueQuery(database, ingest);
    }

    @Override
    public void close() {
        database.close();
    }
}
