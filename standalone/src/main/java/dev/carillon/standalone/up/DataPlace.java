package dev.carillon.standalone.up;

import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The data directory of {@code carillon up}. */
public record DataPlace(Path path, boolean temporary) {

    /** The named directory, or a temporary one. */
    public static DataPlace of(@Nullable Path named) {
        if (named != null) {
            return new DataPlace(named, false);
        }
        try {
            return new DataPlace(Files.createTempDirectory("carillon-up-"), true);
        } catch (IOException e) {
            throw new CliException(
                    CliProblem.BAD_FILE,
                    "can't create a temporary directory (" + e + "); name a directory for the data with --data DIR",
                    e);
        }
    }

    /** Whether it holds the data of an earlier run. */
    public boolean isUsed() {
        return Files.exists(path.resolve("cluster.properties"));
    }

    /** Deletes a temporary directory; false if files remain. */
    public boolean deleteIfTemporary() {
        if (!temporary) {
            return true;
        }
        try {
            Files.walkFileTree(path, new Deletion());
            return true;
        } catch (IOException e) {
            return false; // Safe: the caller reports it, and the system clears its temporary files.
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
