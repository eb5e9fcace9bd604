package dev.carillon.console.history.sql;

import dev.carillon.console.history.Board;
import dev.carillon.console.history.DeadLetters;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.Runs;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.ingest.Ingest;
import dev.carillon.console.history.ingest.TopicSource;
import dev.carillon.console.overdue.Silence;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * A history in a file, put together: what fills it is the body of a loop, what asks it are the four ports. It holds its
 * directory from {@link #open} to {@link #close}; the loop has to be stopped before that.
 */
public final class SqliteHistory implements AutoCloseable {
    private final SqliteDatabase database;
    private final Ingest ingest;
    private final HistoryConfig config;
    private final Clock clock;

    private SqliteHistory(SqliteDatabase database, Ingest ingest, HistoryConfig config, Clock clock) {
        this.database = database;
        this.ingest = ingest;
        this.config = config;
        this.clock = clock;
    }

    /**
     * Opens the history, which is made if it is not there.
     *
     * @param sources makes what the loop reads; it is closed when the loop ends
     * @throws dev.carillon.console.history.HistoryException if the directory is held, can't be written, or was written by
     *     a newer version
     */
    public static SqliteHistory open(
            HistoryConfig config, TopicNames names, Supplier<TopicSource> sources, Clock clock, MeterRegistry meters) {
        SqliteDatabase database = SqliteDatabase.open(Path.of(config.dir()), SqlMigrations.sqlite(), config.readers());
        Ingest ingest = new Ingest(
                new SqlHistoryStore(database, config.retention()), sources, new RecordReader(names), clock, meters);
        return new SqliteHistory(database, ingest, config, clock);
    }

    /**
     * Deletes a history, of whatever version and in whatever state.
     *
     * @throws dev.carillon.console.history.HistoryException if a console holds it, or the directory can't be written
     */
    public static void discard(HistoryConfig config) {
        try (SqliteDirectory directory = SqliteDirectory.hold(Path.of(config.dir()))) {
            directory.deleteDatabase();
        }
    }

    /** What fills it, to be run by one loop. */
    public Ingest ingest() {
        return ingest;
    }

    public Runs runs() {
        return new SqlRuns(database);
    }

    public ScheduleBook schedules() {
        return new SqlScheduleBook(database);
    }

    public DeadLetters deadLetters() {
        return new SqlDeadLetters(database);
    }

    public Board board() {
        return new SqlBoard(database, clock, config.overdueAfter(), ingest::freshness);
    }

    /** Where a watch looks for overdue executions. */
    public Silence silence() {
        return new SqlSilence(database, ingest);
    }

    @Override
    public void close() {
        database.close();
    }
}
