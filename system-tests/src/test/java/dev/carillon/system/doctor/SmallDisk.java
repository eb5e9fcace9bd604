package dev.carillon.system.doctor;

import dev.carillon.system.running.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A disk of a few megabytes, seen by one process and its children only, gone with them. */
final class SmallDisk {
    private static final String MOUNT = "mount -t tmpfs -o size=\"$1\" carillon \"$2\" && shift 2 && exec \"$@\"";

    private SmallDisk() {}

    /** Starts a command for which {@code mountPoint} is such a disk. */
    static ChildProcess start(String size, Path mountPoint, Map<String, String> environment, List<String> command)
            throws IOException {
        Files.createDirectories(mountPoint);
        List<String> all =
                new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", MOUNT, "sh", size, mountPoint.toString()));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.environment().putAll(environment);
        return ChildProcess.start(builder);
    }

    /** Linux lets every user do so in a room of his own, unless it is forbidden. */
    static boolean canBeMounted() throws InterruptedException, IOException {
        Path mountPoint = Files.createTempDirectory("small-disk");
        try (ChildProcess probe = start("1m", mountPoint, Map.of(), List.of("true"))) {
            return probe.awaitExit(Duration.ofSeconds(10)) == 0;
        } catch (IOException e) {
            // No such command on this system: then it can't.
            return false;
        } finally {
            Files.delete(mountPoint);
        }
    }
}
