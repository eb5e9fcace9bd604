package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/** One database file with one writing connection, for one thread, and a bounded number of reading ones. */
public final class SqliteDatabase implements SqlReading, AutoCloseable {
    private static final long WAIT_FOR_READER_MS = 5_000;
    private static final int BUSY_MS = 5_000;
    /** A negative number is a size in KiB. */
    private static final String WRITER_CACHE = "-65536";

    private static final String READER_CACHE = "-16384";
    /** In pages; the write-ahead log is checkpointed at about 64 MB. */
    private static final int CHECKPOINT = 16_000;

    private static final String LOG_LIMIT = "134217728";
    private static final String MAPPED = "268435456";

    private final SqliteDirectory directory;
    private final SqlMigrations migrations;
    private final Semaphore permits;
    private final Deque<SqlStatements> idle = new ArrayDeque<>();
    /** Queries hold the read lock; clear() and close() hold the write lock, so that no query runs meanwhile. */
    private final ReadWriteLock fileLock = new ReentrantReadWriteLock();

    private @Nullable SqlStatements writer;
    private volatile boolean closed;

    private SqliteDatabase(SqliteDirectory directory, SqlMigrations migrations, int readers) {
        this.directory = directory;
        this.migrations = migrations;
        this.permits = new Semaphore(readers, true);
    }

    /** Locks the directory and opens its database, which is created or migrated to this version. */
    public static SqliteDatabase open(Path dir, SqlMigrations migrations, int readers) {
        SqliteDatabase database = new SqliteDatabase(SqliteDirectory.hold(dir), migrations, readers);
        try {
            database.openOrReplace();
            return database;
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    private void openOrReplace() {
        try {
            openWriter();
        } catch (HistoryException e) {
            if (e.problem() != HistoryProblem.HISTORY_DAMAGED) {
                throw e;
            }
            clear();
        }
    }

    public Path file() {
        return directory.file();
    }

    private void openWriter() {
        Connection connection = null;
        try {
            connection = connect(false);
            migrations.run(connection, file().toString());
            writer = new SqlStatements(connection);
        } catch (SQLException e) {
            closeQuietly(connection);
            throw SqliteRefusals.of(e, file());
        } catch (HistoryException e) {
            closeQuietly(connection);
            throw e;
        }
    }

    private Connection connect(boolean readOnly) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        config.setBusyTimeout(BUSY_MS);
        Connection connection = config.createConnection("jdbc:sqlite:" + file().toAbsolutePath());
        try (Statement statement = connection.createStatement()) {
            for (String setting : readOnly
                    ? List.of("cache_size = " + READER_CACHE, "mmap_size = " + MAPPED, "query_only = ON")
                    : List.of(
                            "journal_mode = WAL",
                            "synchronous = NORMAL",
                            "wal_autocheckpoint = " + CHECKPOINT,
                            "journal_size_limit = " + LOG_LIMIT,
                            "cache_size = " + WRITER_CACHE,
                            "temp_store = MEMORY")) {
                statement.execute("PRAGMA " + setting);
            }
        } catch (SQLException e) {
            closeQuietly(connection);
            throw e;
        }
        return connection;
    }

    /** The connection of the writing thread. */
    public SqlStatements writer() {
        SqlStatements open = writer;
        if (open == null) {
            throw new HistoryException(HistoryProblem.HISTORY_UNAVAILABLE, "the history " + file() + " is closed");
        }
        return open;
    }

    /** Replaces the writing connection after a failure, because a transaction may still be open on it. */
    public void renewWriter() {
        SqlStatements failed = writer;
        writer = null;
        closeQuietly(failed);
        openWriter();
    }

    @Override
    public <T> T read(Question<T> question) {
        acquirePermit();
        fileLock.readLock().lock();
        try {
            SqlStatements reader = reader();
            boolean usable = false;
            try {
                T answer = question.ask(reader);
                usable = true;
                return answer;
            } finally {
                giveBackReader(reader, usable);
            }
        } catch (SQLException e) {
            throw SqliteRefusals.of(e, file());
        } finally {
            fileLock.readLock().unlock();
            permits.release();
        }
    }

    private void acquirePermit() {
        try {
            if (!permits.tryAcquire(WAIT_FOR_READER_MS, TimeUnit.MILLISECONDS)) {
                throw new HistoryException(
                        HistoryProblem.HISTORY_UNAVAILABLE,
                        "too many queries at once: none of the connections became free within " + WAIT_FOR_READER_MS
                                + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HistoryException(
                    HistoryProblem.HISTORY_UNAVAILABLE, "interrupted while waiting for a connection", e);
        }
    }

    private SqlStatements reader() throws SQLException {
        if (closed) {
            throw new HistoryException(HistoryProblem.HISTORY_UNAVAILABLE, "the history " + file() + " is closed");
        }
        synchronized (idle) {
            SqlStatements found = idle.poll();
            if (found != null) {
                return found;
            }
        }
        return new SqlStatements(connect(true));
    }

    private void giveBackReader(SqlStatements reader, boolean usable) throws SQLException {
        if (usable) {
            synchronized (idle) {
                idle.push(reader);
            }
        } else {
            reader.close();
        }
    }

    /** Deletes the file and creates a new one. */
    public void clear() {
        fileLock.writeLock().lock();
        try {
            closeConnections();
            directory.deleteDatabase();
            openWriter();
        } finally {
            fileLock.writeLock().unlock();
        }
    }

    private void closeConnections() {
        synchronized (idle) {
            idle.forEach(reader -> closeQuietly(reader));
            idle.clear();
        }
        SqlStatements open = writer;
        writer = null;
        closeQuietly(open);
    }

    private static void closeQuietly(@Nullable AutoCloseable closed) {
        try {
            if (closed != null) {
                closed.close();
            }
        } catch (Exception e) {
            // Safe: it failed before or was only read; committed data is on the disk.
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        fileLock.writeLock().lock();
        try {
            closed = true;
            closeConnections();
        } finally {
            fileLock.writeLock().unlock();
            directory.close();
        }
    }
}
