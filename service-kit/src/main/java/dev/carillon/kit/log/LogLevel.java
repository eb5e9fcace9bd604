package dev.carillon.kit.log;

/** The least important level that is logged. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    OFF
}
