package dev.carillon.console.history.sql;

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

/** One file: a connection that writes, for one thread, and a bounded number that read beside it. */
final class SqliteDatabase implements SqlReading, AutoCloseable {
    private static final long WAIT_FOR_READER_MS = 5_000;
    private static final int BUSY_MS = 5_000;
    /** In KiB, as SQLite wants it: negative. */
    private static final String WRITER_CACHE = "-65536";

    private static final String READER_CACHE = "-16384";
    /** Pages; the log of changes is carried over when it has grown to about 64 MB. */
    private static final int CHECKPOINT = 16_000;

    private static final String LOG_LIMIT = "134217728";
    private static final String MAPPED = "268435456";

    private final SqliteDirectory directory;
    private final SqlMigrations migrations;
    private final Semaphore permits;
    private final Deque<SqlStatements> idle = new ArrayDeque<>();
    /** Held for reading by each question, for writing by who exchanges the file. */
    private final ReadWriteLock exchange = new ReentrantReadWriteLock();

    private @Nullable SqlStatements writer;
    private volatile boolean closed;

    private SqliteDatabase(SqliteDirectory directory, SqlMigrations migrations, int readers) {
        this.directory = directory;
        this.migrations = migrations;
        this.permits = new Semaphore(readers, true);
    }

    /** Holds the directory and opens the database in it, which is made or brought to this version. */
    static SqliteDatabase open(Path dir, SqlMigrations migrations, int readers) {
        SqliteDatabase database = new SqliteDatabase(SqliteDirectory.hold(dir), migrations, readers);
        try {
            database.openWriter();
            return database;
        } catch (HistoryException e) {
            if (e.problem() != HistoryProblem.HISTORY_DAMAGED) {
                database.close();
                throw e;
            }
            database.clear();
            return database;
        }
    }

    Path file() {
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

    /** Of the thread that writes. */
    SqlStatements writer() {
        SqlStatements open = writer;
        if (open == null) {
            throw new HistoryException(HistoryProblem.HISTORY_UNAVAILABLE, "the history " + file() + " is closed");
        }
        return open;
    }

    /** A connection in the place of one that failed: whether a transaction is open on that, nobody can say. */
    void renewWriter() {
        SqlStatements failed = writer;
        writer = null;
        closeQuietly(failed);
        openWriter();
    }

    @Override
    public <T> T read(Question<T> question) {
        borrow();
        exchange.readLock().lock();
        try {
            SqlStatements reader = reader();
            boolean sound = false;
            try {
                T answer = question.ask(reader);
                sound = true;
                return answer;
            } finally {
                giveBack(reader, sound);
            }
        } catch (SQLException e) {
            throw SqliteRefusals.of(e, file());
        } finally {
            exchange.readLock().unlock();
            permits.release();
        }
    }

    private void borrow() {
        try {
            if (!permits.tryAcquire(WAIT_FOR_READER_MS, TimeUnit.MILLISECONDS)) {
                throw new HistoryException(
                        HistoryProblem.HISTORY_UNAVAILABLE,
                        "more questions are asked at once than the history answers within " + WAIT_FOR_READER_MS
                                + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HistoryException(HistoryProblem.HISTORY_UNAVAILABLE, "interrupted while waiting", e);
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

    private void giveBack(SqlStatements reader, boolean sound) throws SQLException {
        if (sound) {
            synchronized (idle) {
                idle.push(reader);
            }
        } else {
            reader.close();
        }
    }

    /** Throws the file away and begins a new one. */
    void clear() {
        exchange.writeLock().lock();
        try {
            closeConnections();
            directory.deleteDatabase();
            openWriter();
        } finally {
            exchange.writeLock().unlock();
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
            // Safe: it is closed because of another failure, or was read only; what was committed is on the disk.
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        exchange.writeLock().lock();
        try {
            closed = true;
            closeConnections();
        } finally {
            exchange.writeLock().unlock();
            directory.close();
        }
    }
}
