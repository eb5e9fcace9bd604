package dev.carillon.kit.log;

/** How a log line looks. */
public enum LogFormat {
    /** Text on a terminal, JSON elsewhere. */
    AUTO,
    TEXT,
    JSON
}
