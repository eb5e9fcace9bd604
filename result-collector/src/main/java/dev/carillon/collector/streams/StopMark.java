package dev.carillon.collector.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that exists in the state directory while the collector runs. If it exists at a start, the last run was killed.
 */
final class StopMark {
    private final Path file;

    StopMark(Path stateDir) {
        this.file = stateDir.resolve("running");
    }

    /** Marks a start; true if the run before did not stop by itself. */
    boolean started() throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        boolean killed = Files.exists(file);
        Files.writeString(file, "This file is deleted when the collector stops by itself.");
        return killed;
    }

    void stopped() throws IOException {
        Files.deleteIfExists(file);
    }
}
