package dev.carillon.kit.stop;

import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.errors.CodedException;

/** The exit codes of the process; part of the public API. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int NOT_FOUND = 3;
    public static final int UNREACHABLE = 4;
    /** The code that shells report for a process that was ended by an interrupt. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}

    public static int of(Throwable failure) {
        if (failure instanceof ConfigException) {
            return USAGE;
        }
        if (failure instanceof CodedException coded) {
            return switch (coded.code()) {
                case KAFKA_UNREACHABLE,
                        KAFKA_ACCESS_DENIED,
                        KAFKA_TLS_FAILED,
                        ZOOKEEPER_UNREACHABLE,
                        ZOOKEEPER_ACCESS_DENIED -> UNREACHABLE;
                case CONFIG_BAD_VALUE,
                        CONFIG_OUT_OF_RANGE,
                        CONFIG_UNKNOWN_KEY,
                        CONFIG_MISSING,
                        CONFIG_UNREADABLE,
                        CONFIG_CONTRADICTION,
                        CONFIG_FORBIDDEN -> USAGE;
                default -> FAILED;
            };
        }
        return FAILED;
    }
}
