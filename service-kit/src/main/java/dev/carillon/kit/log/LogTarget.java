package dev.carillon.kit.log;

/**
 * Where log lines go: services log to standard output, commands to standard error, as their answer goes to standard
 * output.
 */
public enum LogTarget {
    STANDARD_OUTPUT("System.out"),
    STANDARD_ERROR("System.err");

    private final String stream;

    LogTarget(String stream) {
        this.stream = stream;
    }

    String stream() {
        return stream;
    }
}
