package dev.carillon.kit.log;

import java.io.Console;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks whether an output stream is a terminal. */
public final class TerminalCheck {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private TerminalCheck() {}

    public static boolean isAt(LogTarget target) {
        Path descriptor = target == LogTarget.STANDARD_OUTPUT ? STANDARD_OUTPUT : STANDARD_ERROR;
        if (Files.exists(descriptor)) {
            return isTerminalDevice(descriptor);
        }
        return hasConsole();
    }

    private static boolean isTerminalDevice(Path descriptor) {
        try {
            String device = Files.readSymbolicLink(descriptor).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException e) {
            return false; // Safe: JSON is readable too.
        }
    }

    /** For systems without /proc: checks whether input and output are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // Null before Java 22; newer versions are checked below.
    private static boolean hasConsole() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // Since Java 22 there is always a console, which tells whether it is a terminal.
            Method isTerminal = Console.class.getMethod("isTerminal");
            return Boolean.TRUE.equals(isTerminal.invoke(console));
        } catch (ReflectiveOperationException e) {
            return true; // Safe: before Java 22 only a terminal has a console.
        }
    }
}
