package dev.carillon.cli.terminal;

import dev.carillon.kit.log.LogTarget;
import dev.carillon.kit.log.TerminalCheck;
import dev.carillon.kit.time.TouchesTheSystem;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;

/** The only class that touches the process: its streams, environment, zone and exit. */
@TouchesTheSystem
public final class SystemTerminal {
    private SystemTerminal() {}

    public static Terminal open() {
        return TerminalBuilder.builder()
                .out(writer(System.out))
                .err(writer(System.err))
                .in(System.in)
                .outIsTerminal(TerminalCheck.isAt(LogTarget.STANDARD_OUTPUT))
                .errIsTerminal(TerminalCheck.isAt(LogTarget.STANDARD_ERROR))
                .environment(System.getenv())
                .home(home())
                .directory(Path.of("").toAbsolutePath())
                .zone(ZoneId.systemDefault())
                .build();
    }

    /** Ends the process even if threads of libraries still run. */
    public static void exit(int code) {
        System.out.flush();
        System.err.flush();
        System.exit(code);
    }

    /** {@code $HOME} as in a shell; the JVM's {@code user.home} ignores that variable. */
    private static Path home() {
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home", ".") : home);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
    }
}
