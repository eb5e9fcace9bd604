package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.DATA_DIRECTORY_IN_USE;
import static dev.carillon.embedded.EmbeddedClusterException.Problem.DATA_DIRECTORY_UNUSABLE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The directory of one embedded cluster, locked by one process at a time. */
final class DataDirectory implements AutoCloseable {

    private static final String LOCK_FILE = "cluster.lock";
    private static final int MAX_PID_LENGTH = 32;

    private final Path path;
    private final FileChannel lockChannel;

    private DataDirectory(Path path, FileChannel lockChannel) {
        this.path = path;
        this.lockChannel = lockChannel;
    }

    /** Creates the directory when it is missing and takes its lock. */
    static DataDirectory open(Path path) {
        requireUsable(path);
        FileChannel channel = openLockFile(path);
        try {
            if (lock(channel) == null) {
                throw inUse(path, readHolder(channel));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataDirectory(path, channel);
        } catch (IOException e) {
            throw closing(channel, unusable(path, e));
        } catch (EmbeddedClusterException e) {
            throw closing(channel, e);
        }
    }

    Path path() {
        return path;
    }

    Path kafka() {
        return path.resolve("kafka");
    }

    Path zooKeeper() {
        return path.resolve("zookeeper");
    }

    ClusterProperties readProperties() {
        try {
            return ClusterProperties.read(path);
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    void writeProperties(ClusterProperties properties) {
        try {
            properties.write(path);
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    /** Releases the lock. The file stays, as deleting it would let two processes lock two files of one name. */
    @Override
    public void close() {
        try {
            lockChannel.close();
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static void requireUsable(Path path) {
        try {
            Files.createDirectories(path);
        } catch (FileAlreadyExistsException e) {
            throw new EmbeddedClusterException(
                    DATA_DIRECTORY_UNUSABLE,
                    "Data directory " + path + " cannot be used: " + e.getFile()
                            + " is a file, not a directory. Name another directory, or move that file away.",
                    e);
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static FileChannel openLockFile(Path path) {
        try {
            return FileChannel.open(
                    path.resolve(LOCK_FILE),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // This process holds the lock: the same result as for another process.
            return null;
        }
    }

    private static String readHolder(FileChannel channel) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(MAX_PID_LENGTH);
        channel.read(pid, 0);
        return StandardCharsets.US_ASCII.decode(pid.flip()).toString().strip();
    }

    private static EmbeddedClusterException closing(FileChannel channel, EmbeddedClusterException failure) {
        try {
            channel.close();
        } catch (IOException e) {
            // The first failure is thrown; this one is added to it.
            failure.addSuppressed(e);
        }
        return failure;
    }

    private static EmbeddedClusterException inUse(Path path, String holder) {
        String user = holder.isEmpty() ? "another process" : "process " + holder;
        return new EmbeddedClusterException(
                DATA_DIRECTORY_IN_USE,
                "Data directory " + path + " is in use by " + user + ". Stop it, or name another directory.");
    }

    private static EmbeddedClusterException unusable(Path path, IOException e) {
        return new EmbeddedClusterException(
                DATA_DIRECTORY_UNUSABLE,
                "Data directory " + path + " cannot be used: " + e
                        + ". Give this user read and write access to it and enough room, or name another directory.",
                e);
    }
}
