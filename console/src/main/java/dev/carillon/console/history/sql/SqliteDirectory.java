package dev.carillon.console.history.sql;

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

/** The directory of a history, held by one process at a time. */
final class SqliteDirectory implements AutoCloseable {
    private static final String FILE = "history.db";
    private static final String LOCK = "history.lock";

    private final Path dir;
    private final FileChannel channel;

    private SqliteDirectory(Path dir, FileChannel channel) {
        this.dir = dir;
        this.channel = channel;
    }

    /** Holds the directory, which is made if it is not there. */
    static SqliteDirectory hold(Path dir) {
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
                        HistoryProblem.HISTORY_IN_USE, dir.toAbsolutePath() + " is held by another process");
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
            return null; // Another console in this very process.
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

    /** Deletes the database; nobody may have it open. */
    void deleteDatabase() {
        try {
            // The file itself goes last: what is left of an interrupted deletion is a database without its newest
            // pages.
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
            throw new HistoryException(HistoryProblem.HISTORY_UNAVAILABLE, "the lock could not be let go: " + e, e);
        }
    }
}
