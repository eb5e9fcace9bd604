package dev.carillon.system.docs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Replaces the jar's main class, and writes its arguments and JVM options to a file. */
final class LauncherProbe {
    private LauncherProbe() {}

    public static void main(String[] arguments) throws IOException {
        String seen = String.join("|", arguments) + "\n"
                + String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()) + "\n"
                + System.getenv().getOrDefault("CARILLON_CLASS_PATH", "no class path set") + "\n";
        Files.writeString(Path.of(System.getenv("PROBE")), seen);
        if (List.of(arguments).contains("fail")) {
            System.exit(3);
        }
    }
}
