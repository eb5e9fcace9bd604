package dev.carillon.kit.log;

/** Where log lines go: services write them to standard output, commands keep that for their answer. */
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
