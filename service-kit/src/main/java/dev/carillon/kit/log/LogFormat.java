package dev.carillon.kit.log;

/** The formats of log lines. */
public enum LogFormat {
    /** Text on a terminal, JSON elsewhere. */
    AUTO,
    TEXT,
    JSON
}
