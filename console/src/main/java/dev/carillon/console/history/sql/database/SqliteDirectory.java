package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The directory of a history, locked by one process at a time. */
public final class SqliteDirectory implements AutoCloseable {
    private static final String FILE = "history.db";
    private static final String LOCK = "history.lock";

    private final Path dir;
    private final FileChannel channel;

    private SqliteDirectory(Path dir, FileChannel channel) {
        this.dir = dir;
        this.channel = channel;
    }

    /** Locks the directory, which is created if it does not exist. */
    public static SqliteDirectory hold(Path dir) {
        FileChannel channel;
        try {
            Files.createDirectories(dir);
            channel = FileChannel.open(dir.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw unwritable(dir, e);
        }
        try {
            if (lock(channel) == null) {
                throw new HistoryException(
                        HistoryProblem.HISTORY_IN_USE,
                        "the directory " + dir.toAbsolutePath() + " is used by another process");
            }
            return new SqliteDirectory(dir, channel);
        } catch (IOException e) {
            close(channel);
            throw unwritable(dir, e);
        } catch (RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // A console in this process holds the lock.
        }
    }

    private static HistoryException unwritable(Path dir, IOException cause) {
        return new HistoryException(
                HistoryProblem.HISTORY_UNWRITABLE,
                "the directory " + dir.toAbsolutePath() + " can't be written (" + cause + ")",
                cause);
    }

    Path file() {
        return dir.resolve(FILE);
    }

    /** Deletes the database, which must not be open. */
    public void deleteDatabase() {
        try {
            // The database file is deleted last: if deletion is interrupted, a readable database is left.
            for (String suffix : List.of("-shm", "-wal", "")) {
                Files.deleteIfExists(dir.resolve(FILE + suffix));
            }
        } catch (IOException e) {
            throw unwritable(dir, e);
        }
    }

    @Override
    public void close() {
        close(channel);
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new HistoryException(
                    HistoryProblem.HISTORY_UNAVAILABLE, "the lock of the directory could not be released: " + e, e);
        }
    }
}
