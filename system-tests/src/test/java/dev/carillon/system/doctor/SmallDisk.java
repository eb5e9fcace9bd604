package dev.carillon.system.doctor;

import dev.carillon.system.running.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A disk of a few megabytes that only one process and its children see; it ends with them. */
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

    /** Linux lets every user mount in a namespace of its own, unless the system forbids it. */
    static boolean canBeMounted() throws InterruptedException, IOException {
        Path mountPoint = Files.createTempDirectory("small-disk");
        try (ChildProcess probe = start("1m", mountPoint, Map.of(), List.of("true"))) {
            return probe.awaitExit(Duration.ofSeconds(10)) == 0;
        } catch (IOException e) {
            // This system lacks the command, so it can't be mounted.
            return false;
        } finally {
            Files.delete(mountPoint);
        }
    }
}
