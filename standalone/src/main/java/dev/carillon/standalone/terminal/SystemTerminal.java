package dev.carillon.standalone.terminal;

import dev.carillon.kit.log.LogTarget;
import dev.carillon.kit.time.TouchesTheSystem;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;

/** The one class that touches the process: its streams, its environment, its zone and its end. */
@TouchesTheSystem
public final class SystemTerminal {
    private SystemTerminal() {}

    public static Terminal open() {
        return new Terminal(
                writer(System.out),
                writer(System.err),
                System.in,
                dev.carillon.kit.log.Terminal.isAt(LogTarget.STANDARD_OUTPUT),
                dev.carillon.kit.log.Terminal.isAt(LogTarget.STANDARD_ERROR),
                System.getenv(),
                home(),
                Path.of("").toAbsolutePath(),
                ZoneId.systemDefault());
    }

    /** Ends the process, threads of others included. */
    public static void exit(int code) {
        System.out.flush();
        System.err.flush();
        System.exit(code);
    }

    /** What shells take for home, which a user may move; the JVM asks the system's list of users instead. */
    private static Path home() {
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home", ".") : home);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }
}
